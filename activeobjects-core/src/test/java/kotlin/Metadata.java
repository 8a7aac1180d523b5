package kotlin;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** What Kotlin's compiler puts on each class, by its name. */
@Retention(RetentionPolicy.RUNTIME)
public @interface Metadata {}
