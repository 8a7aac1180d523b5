package org.activeobjects.tag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MessageTagsTest {

    private final MessageTags tags = new MessageTags();

    @Test
    void aTagIsFoundByItsNameWithTheDataThatWereSetLast() {
        Tag tag = new Tag("trace", "t-1");
        assertThat(tags.addTag(tag)).isNull();
        assertThat(tags.addTag(new Tag("mark"))).isNull();

        tag.setData("t-2");

        assertThat(tags.getTag("trace")).isSameAs(tag);
        assertThat(tags.getData("trace")).isEqualTo("t-2");
        assertThat(tags.check("mark")).isTrue();
        assertThat(tags.getData("mark")).isNull();
        assertThat(tags.getAllTagsID()).containsExactlyInAnyOrder("trace", "mark");
        assertThat(tags.getTags()).extracting(Tag::getId).containsExactly("trace", "mark");
        assertThat(tags).hasToString("[trace=t-2, mark=null]");
    }

    @Test
    void aTagTakesThePlaceOfTheOneOfItsName() {
        Tag before = new Tag("trace", 1);
        assertThat(tags.addTag(before)).isNull();

        assertThat(tags.addTag(new Tag("trace", 2))).isSameAs(before);
        assertThat(tags.getData("trace")).isEqualTo(2);
    }

    @Test
    void whatIsNotThereIsNull() {
        assertThat(tags.getTag("trace")).isNull();
        assertThat(tags.getData("trace")).isNull();
        assertThat(tags.removeTag("trace")).isNull();
        assertThat(tags.check("trace")).isFalse();
    }

    @Test
    void noTagIsRefused() {
        assertThatThrownBy(() -> tags.addTag(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("the tag to add is null");
    }
}
