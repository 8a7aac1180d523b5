package org.activeobjects.api;

import org.activeobjects.spi.ContextCarrier;

/** Lets a scoped value travel with requests. */
public class TenantCarrier implements ContextCarrier {

    static final ScopedValue<String> TENANT = ScopedValue.newInstance();

    /** What a faulty carrier does with a service. */
    static final String LOST = "a tenant whose services are not run";

    @Override
    public String name() {
        return "tenant";
    }

    /** What it throws while it does what is said; set by a test. */
    static volatile Throwable thrown;

    static volatile When when;

    /** What it does. */
    enum When {
        CAPTURE,
        BEFORE,
        AFTER
    }

    private static void throwAt(When now) {
        if (when == now && thrown != null) {
            TenantCarrier.<RuntimeException>sneak(thrown);
        }
    }

    @SuppressWarnings("unchecked") // it is thrown as it is
    private static <E extends Throwable> void sneak(Throwable any) throws E {
        throw (E) any;
    }

    @Override
    public Object capture() {
        throwAt(When.CAPTURE);
        return TENANT.isBound() ? TENANT.get() : null;
    }

    @Override
    public void run(Object context, Runnable service) {
        if (!LOST.equals(context)) {
            throwAt(When.BEFORE);
            ScopedValue.where(TENANT, (String) context).run(service);
            throwAt(When.AFTER);
        }
    }
}
