package org.activeobjects;

import org.activeobjects.testing.HouseRules;

class HouseRulesTest extends HouseRules {

    HouseRulesTest() {
        super("org.activeobjects");
    }
}
