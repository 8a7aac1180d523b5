package org.activeobjects.transport.ucx;

import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkProvider;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.activeobjects.transport.ucx.binding.Ucp;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * The link over UCX, for runtimes on hosts with InfiniBand, RoCE, or what else UCX drives.
 *
 * <p>On a host without such a device it stands back, for UCX over plain sockets is slower than the
 * links over sockets are; it is used there if the user names it. What the environment sets for UCX
 * ({@code UCX_TLS} and so on) goes before the settings here:
 *
 * <ul>
 *   <li>{@code ucx.library}: name of the library or path of its file; {@code libucp.so.0}
 *   <li>{@code ucx.tls}: the devices that UCX may use, as {@code UCX_TLS}; {@code ^cma}, all but
 *       copies by the kernel, in which UCX ends the process when its peer is killed
 *   <li>{@code ucx.eagerLimit}: longest message sent before its receive is known, bytes, 4096 to
 *       65536; 8128, which UCX sends at once over every device
 *   <li>{@code ucx.rendezvousThreshold}: length from which UCX moves memory by rendezvous, as
 *       {@code UCX_RNDV_THRESH}; UCX's own choice
 *   <li>{@code ucx.peerErrors}: whether UCX itself watches the peer, {@code on}, {@code off} or
 *       {@code auto}; with {@code auto} it does on another host. UCX cannot do so through shared
 *       memory, and uses a slower protocol over sockets when it does
 * </ul>
 *
 * <p>UCX 1.13 may end the process when an endpoint goes while UCX still sets it up: one that
 * watches, and any that connects by UCX's {@code tcp}, as with {@code all} on one host too.
 */
public final class UcxLinkProvider implements LinkProvider {

    static final String NAME = "ucx";
    private static final int PREFERENCE = 30;
    private static final Path DEVICES = Path.of("/sys/class/infiniband");

    /** For {@code ServiceLoader}. */
    public UcxLinkProvider() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int preference() {
        return PREFERENCE;
    }

    @Override
    public Set<String> settings() {
        return UcxSettings.KNOWN;
    }

    /**
     * Starts the link for one runtime.
     *
     * @param context the runtime
     * @return what opens links to peers
     * @throws LinkUnavailableException if the library is missing or too old, or must not be called
     * @throws IllegalArgumentException if a setting is unknown or has a value that it cannot have
     */
    @Override
    public LinkService start(LinkContext context) throws LinkUnavailableException {
        UcxSettings settings = UcxSettings.of(context.config());
        boolean isNamed = context.config().links().contains(NAME);
        if (!isNamed && !Files.isDirectory(DEVICES)) {
            return new UcxLinkService(context, settings, null);
        }
        if (!UcxLinkProvider.class.getModule().isNativeAccessEnabled()) {
            throw new LinkUnavailableException(
                    "native access is not enabled: start Java with"
                            + " --enable-native-access=ALL-UNNAMED");
        }
        return new UcxLinkService(context, settings, Ucp.load(settings.library()));
    }
}
