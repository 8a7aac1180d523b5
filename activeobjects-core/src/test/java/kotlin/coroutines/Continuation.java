package kotlin.coroutines;

/** What Kotlin's suspend functions take as their last argument, by its name. */
public interface Continuation<T> {}
