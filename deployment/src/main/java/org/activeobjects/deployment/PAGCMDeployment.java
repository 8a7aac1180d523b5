package org.activeobjects.deployment;

import org.activeobjects.deployment.error.DescriptorException;
import org.activeobjects.deployment.error.DescriptorException.Problem;
import org.activeobjects.deployment.internal.descriptor.ApplicationDescription;
import org.activeobjects.deployment.internal.descriptor.ApplicationReader;
import org.activeobjects.deployment.internal.descriptor.VariableScope;
import org.activeobjects.deployment.job.JobSpec;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * Loads application descriptors.
 *
 * <pre>{@code
 * GCMApplication application = PAGCMDeployment.loadApplicationDescriptor(new File("app.xml"));
 * application.startDeployment();
 * Node node = application.getVirtualNode("Workers").getANode();
 * }</pre>
 *
 * <p><b>Threading:</b> safe.
 *
 * <p><b>Source:</b> {@code PAGCMDeployment} of ProActive.
 */
public final class PAGCMDeployment {

    private PAGCMDeployment() {}

    /**
     * Loads an application whose descriptors need nothing from the program.
     *
     * @param url where the application descriptor is
     * @return the application, not started
     * @throws DescriptorException if a descriptor is wrong, with all places
     */
    public static GCMApplication loadApplicationDescriptor(URL url) {
        return loadApplicationDescriptor(url, new VariableContractImpl());
    }

    /**
     * Loads an application whose descriptors need nothing from the program.
     *
     * @param file the application descriptor
     * @return the application, not started
     * @throws DescriptorException if a descriptor is wrong, with all places
     */
    public static GCMApplication loadApplicationDescriptor(File file) {
        return loadApplicationDescriptor(file, new VariableContractImpl());
    }

    /**
     * Loads an application.
     *
     * @param file the application descriptor
     * @param contract the program's variables, open; closed when this method returns
     * @return the application, not started
     * @throws DescriptorException if a descriptor is wrong, with all places
     */
    public static GCMApplication loadApplicationDescriptor(File file, VariableContract contract) {
        Objects.requireNonNull(file, "the file of a descriptor is null");
        return load(file.toPath().toAbsolutePath().normalize().toUri(), contract);
    }

    /**
     * Loads an application.
     *
     * @param url where the application descriptor is
     * @param contract the program's variables, open; closed when this method returns
     * @return the application, not started
     * @throws DescriptorException if a descriptor is wrong, with all places
     */
    public static GCMApplication loadApplicationDescriptor(URL url, VariableContract contract) {
        Objects.requireNonNull(url, "the URL of a descriptor is null");
        try {
            return load(url.toURI(), contract);
        } catch (URISyntaxException e) {
            throw new DescriptorException(
                    List.of(new Problem(url.toString(), 0, 0, "not a URL: " + e.getMessage())));
        }
    }

    private static GCMApplication load(URI location, VariableContract contract) {
        Objects.requireNonNull(contract, "the contract of variables is null");
        if (!(contract instanceof VariableContractImpl variables)) {
            throw new IllegalArgumentException(
                    "a contract of another class than VariableContractImpl: class="
                            + contract.getClass().getName());
        }
        requireFileOfThisHost(location);
        ApplicationDescription description =
                ApplicationReader.read(location, new Scope(variables), JobSpec.MAX_RANKS);
        try {
            variables.close();
            return new DescribedApplication(location.toURL(), description, variables);
        } catch (IllegalStateException | MalformedURLException e) {
            throw new DescriptorException(
                    List.of(new Problem(location.getPath(), 0, 0, e.getMessage())));
        }
    }

    private static void requireFileOfThisHost(URI location) {
        boolean isFile = "file".equals(location.getScheme());
        if (isFile && (location.isOpaque() || location.getAuthority() != null)) {
            throw new DescriptorException(
                    List.of(
                            new Problem(
                                    location.toString(),
                                    0,
                                    0,
                                    "not the URL of a file of this host; write all of its path, as"
                                            + " file:///folder/application.xml, or give a File")));
        }
    }

    /** The contract as the reader of descriptors sees it. */
    private record Scope(VariableContractImpl variables) implements VariableScope {

        @Override
        public void declare(String kind, String name, String value) {
            variables.setFromDescriptor(name, value, VariableContractType.ofElement(kind));
        }

        @Override
        public String value(String name) {
            return variables.getValue(name);
        }

        @Override
        public Collection<String> names() {
            return variables.names();
        }
    }
}
