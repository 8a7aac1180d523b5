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

    @Override
    public Object capture() {
        return TENANT.isBound() ? TENANT.get() : null;
    }

    @Override
    public void run(Object context, Runnable service) {
        if (!LOST.equals(context)) {
            ScopedValue.where(TENANT, (String) context).run(service);
        }
    }
}
