package org.activeobjects.example.pipe;

import org.activeobjects.testing.HouseRules;

class HouseRulesTest extends HouseRules {

    HouseRulesTest() {
        super("org.activeobjects.example.pipe");
    }
}
