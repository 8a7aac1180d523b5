package org.activeobjects.internal;

import org.activeobjects.testing.HouseRules;

class CoreHardeningHouseRulesTest extends HouseRules {

    CoreHardeningHouseRulesTest() {
        super("org.activeobjects");
    }
}
