package org.activeobjects.transport;

import org.activeobjects.testing.HouseRules;

class HardeningHouseRulesTest extends HouseRules {

    HardeningHouseRulesTest() {
        super("org.activeobjects.transport");
    }
}
