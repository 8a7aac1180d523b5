package org.activeobjects.transport.transfer;

import org.activeobjects.transport.object.JavaObjectCodec;
import org.activeobjects.transport.object.ObjectCodec;

import java.util.Map;

/**
 * The settings of the matched plane.
 *
 * @param limits up to which length elements are sent at once
 * @param codec what endpoints begin with
 */
public record PlaneSettings(EagerLimits limits, ObjectCodec codec) {

    /**
     * Reads the settings of a transport.
     *
     * @param settings all settings
     * @return those of the matched plane
     * @throws IllegalArgumentException if one is not good; the message names it
     */
    public static PlaneSettings of(Map<String, String> settings) {
        return new PlaneSettings(
                new EagerLimits(settings),
                JavaObjectCodec.ofSetting(settings.get(JavaObjectCodec.ALLOW_SETTING)));
    }
}
