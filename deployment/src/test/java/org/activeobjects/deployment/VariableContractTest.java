package org.activeobjects.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VariableContractTest {

    private final VariableContractImpl contract = new VariableContractImpl();

    @ParameterizedTest(name = "{0}: program={1} descriptor={2} gives {3}")
    @CsvSource({
        "DescriptorVariable, , d, d",
        "ProgramVariable, p, , p",
        "DescriptorDefaultVariable, p, d, p",
        "DescriptorDefaultVariable, , d, d",
        "ProgramDefaultVariable, p, d, d",
        "ProgramDefaultVariable, p, , p",
        "JavaPropertyDescriptorDefault, p, d, p",
        "JavaPropertyDescriptorDefault, , d, d",
        "JavaPropertyProgramDefault, p, d, d",
        "JavaPropertyProgramDefault, p, , p",
    })
    void theTypeDecidesWhoseValueCounts(
            VariableContractType type, String program, String descriptor, String expected) {
        contract.setVariableFromProgram("v", program, type);
        contract.setFromDescriptor("v", descriptor, type);

        assertThat(contract.getValue("v")).isEqualTo(expected);
        contract.close();
        assertThat(contract.isClosed()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "JavaPropertyVariable, , ",
        "JavaPropertyDescriptorDefault, p, d",
        "JavaPropertyProgramDefault, p, d"
    })
    void aSystemPropertyWinsWhereTheTypeSaysSo(
            VariableContractType type, String program, String descriptor) {
        contract.setVariableFromProgram("java.version", program, type);
        contract.setFromDescriptor("java.version", descriptor, type);

        assertThat(contract.getValue("java.version")).isEqualTo(System.getProperty("java.version"));
    }

    @Test
    void aValueFromTheWrongSideIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                contract.setVariableFromProgram(
                                        "v", "p", VariableContractType.DescriptorVariable))
                .withMessageContaining("variable v does not come from the program");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                contract.setFromDescriptor(
                                        "w", "d", VariableContractType.ProgramVariable))
                .withMessageContaining("variable w does not come from the descriptor");
    }

    @Test
    void twoTypesOfOneVariableAreRefused() {
        contract.setVariableFromProgram("v", "p", VariableContractType.ProgramVariable);

        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                contract.setFromDescriptor(
                                        "v", "d", VariableContractType.DescriptorDefaultVariable))
                .withMessageContaining("variable v has two types");
    }

    @Test
    void aVariableWithoutValueKeepsTheContractOpen() {
        contract.setFromDescriptor("v", "", VariableContractType.ProgramVariable);

        assertThatIllegalStateException()
                .isThrownBy(contract::close)
                .withMessageContaining("name=v")
                .withMessageContaining("PROGRAM");
        assertThat(contract.isClosed()).isFalse();
    }

    @Test
    void aClosedContractDoesNotChange() {
        contract.close();

        assertThatIllegalStateException()
                .isThrownBy(
                        () ->
                                contract.setVariableFromProgram(
                                        "v", "p", VariableContractType.ProgramVariable))
                .withMessageContaining("closed");
    }
}
