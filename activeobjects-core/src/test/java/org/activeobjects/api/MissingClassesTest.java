package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.error.ClassNotReifiableException;
import org.activeobjects.error.SerializationException;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/** Classes of active objects that one side does not have, or not all of what they need. */
@Timeout(60)
class MissingClassesTest {

    /** What both sides know. */
    public interface Face {

        /** A number. */
        IntWrapper one();
    }

    /** What only one of them knows. */
    public static class Inner implements Face {
        @Override
        public IntWrapper one() {
            return new IntWrapper(1);
        }
    }

    /** Knows all but one class, which needs another one that is missing. */
    private static final class Half extends ClassLoader {
        private final String missing;

        Half(Class<?> missing) {
            super(MissingClassesTest.class.getClassLoader());
            this.missing = missing.getName();
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.equals(missing)) {
                throw new NoClassDefFoundError("org/acme/Heart");
            }
            return super.loadClass(name, resolve);
        }
    }

    /** Makes classes from bytes. */
    private static final class Maker extends ClassLoader {

        Maker() {
            super(MissingClassesTest.class.getClassLoader());
        }

        /** A {@link Face} with one method more. */
        Class<?> withAMethodThatTakesWhatIsMissing() {
            MethodTypeDesc takes =
                    MethodTypeDesc.of(ConstantDescs.CD_void, ClassDesc.of("org.acme.Heart"));
            MethodTypeDesc gives = MethodTypeDesc.of(IntWrapper.class.describeConstable().get());
            byte[] bytes =
                    ClassFile.of()
                            .build(
                                    ClassDesc.of("org.acme.Body"),
                                    type ->
                                            type.withFlags(ClassFile.ACC_PUBLIC)
                                                    .withInterfaceSymbols(
                                                            Face.class.describeConstable().get())
                                                    .withMethodBody(
                                                            ConstantDescs.INIT_NAME,
                                                            ConstantDescs.MTD_void,
                                                            ClassFile.ACC_PUBLIC,
                                                            MissingClassesTest::construct)
                                                    .withMethodBody(
                                                            "one",
                                                            gives,
                                                            ClassFile.ACC_PUBLIC,
                                                            code -> code.aconst_null().areturn())
                                                    .withMethodBody(
                                                            "take",
                                                            takes,
                                                            ClassFile.ACC_PUBLIC,
                                                            code -> code.return_()));
            return defineClass("org.acme.Body", bytes, 0, bytes.length);
        }
    }

    private static void construct(CodeBuilder code) {
        code.aload(0)
                .invokespecial(
                        ConstantDescs.CD_Object, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                .return_();
    }

    private final NodeRuntime here = NodeRuntime.open(TransportConfig.defaults());
    private final NodeRuntime there = NodeRuntime.open(TransportConfig.defaults());
    private final Node node;
    private final ClassLoader own = Thread.currentThread().getContextClassLoader();

    MissingClassesTest() {
        here.makeDefault();
        node = here.connect(there.card());
    }

    @AfterEach
    void closeBoth() {
        Thread.currentThread().setContextClassLoader(own);
        there.close();
        here.close();
    }

    @Test
    void whoListsAnObjectWhoseClassCannotBeLoadedIsToldWhich() {
        Inner inner = PAActiveObject.newActive(Inner.class, new Object[0], node);
        assertThat(inner.one().getIntValue()).isEqualTo(1);
        Thread.currentThread().setContextClassLoader(new Half(Inner.class));

        assertThatThrownBy(() -> node.getActiveObjects(Face.class))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("class=" + Inner.class.getName())
                .hasMessageContaining("org/acme/Heart")
                .hasMessageContaining("class path");
        assertThat(node.getActiveObjects(Face.class.getName())).isEmpty();
        assertThat(node.getNumberOfActiveObjects()).isEqualTo(1);
    }

    @Test
    void anObjectThatIsActiveAsAnInterfaceNeedsNoMoreThanThat() {
        Face face = PAActiveObject.turnActive(new Inner(), Face.class, node);
        assertThat(face.one().getIntValue()).isEqualTo(1);
        Thread.currentThread().setContextClassLoader(new Half(Inner.class));

        assertThat(node.getActiveObjects(Face.class)).containsExactly(face);
        assertThat(node.getActiveObjects()).containsExactly(face);
    }

    @Test
    void neitherDoesItWhenItIsLookedUp() throws IOException {
        Face face = PAActiveObject.turnActive(new Inner(), Face.class, node);
        String url = PAActiveObject.registerByName(face, "face");
        Thread.currentThread().setContextClassLoader(new Half(Inner.class));

        assertThat(PAActiveObject.lookupActive(Face.class, url)).isEqualTo(face);
        assertThat(PAActiveObject.lookupActive(Object.class, url)).isEqualTo(face);
        assertThatThrownBy(() -> PAActiveObject.lookupActive(Runnable.class, url))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("class=" + Inner.class.getName());
    }

    @Test
    void aMethodThatNamesWhatIsMissingIsToldWithItsClass() {
        Class<?> body = new Maker().withAMethodThatTakesWhatIsMissing();

        assertThatThrownBy(() -> PAActiveObject.newActive(body))
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasMessageContaining("class=org.acme.Body")
                .hasMessageContaining("org/acme/Heart")
                .hasMessageContaining("class path");
    }

    @Test
    void soIsOneOfAnObjectThatIsToBeActiveAsAnInterface() throws ReflectiveOperationException {
        Class<?> body = new Maker().withAMethodThatTakesWhatIsMissing();
        Face face = (Face) body.getConstructor().newInstance();

        assertThatThrownBy(() -> PAActiveObject.turnActive(face, Face.class))
                .isInstanceOf(ClassNotReifiableException.class)
                .hasMessageContaining("class=org.acme.Body")
                .hasMessageContaining("org/acme/Heart")
                .hasMessageContaining("class path");
    }
}
