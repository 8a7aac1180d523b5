package org.activeobjects.npb;

import org.activeobjects.testing.HouseRules;

class HouseRulesTest extends HouseRules {

    HouseRulesTest() {
        super("org.activeobjects.npb");
    }
}
