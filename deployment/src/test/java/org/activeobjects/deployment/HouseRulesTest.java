package org.activeobjects.deployment;

import org.activeobjects.testing.HouseRules;

class HouseRulesTest extends HouseRules {

    HouseRulesTest() {
        super("org.activeobjects.deployment");
    }
}
