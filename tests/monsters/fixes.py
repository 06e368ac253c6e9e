"""What the import cannot read from a stat block: fields, rows and their order, by monster.

The owner before the slash is a part of the monster's name, as in wordings.py; `None` removes a field. Fields are written as in a roster.
"""

# Fields of rows that are there: "Monster/list/Row".
ROWS = {
    # Success in the save, or the effect, makes immune for a day.
    "Mummy/powers/Dreadful Glare": 'immune_after: "save"',
    "Mummy Lord/legendary_actions/Attack, Dreadful Glare": 'immune_after: "save"',
    # Several targets, more damage, a condition.
    "Kraken/powers/Lightning Storm": "targets: 3",
    "Kraken/legendary_actions/Lightning Storm": "targets: 3",
    "Solar/legendary_actions/Searing Burst": 'extra_damage: "4d6", extra_damage_type: "radiant"',
    "Air Elemental/powers/Whirlwind": 'condition: "prone"',
    "Homunculus/attacks/Bite": 'second_condition: "unconscious", second_with_first: true, second_margin: 5',
    "Lich/legendary_actions/Disrupt Life": 'never_types: "undead, construct"',
    "Solar/attacks/Slaying Longbow": 'save: "con", dc: 15, slays: 190',
    # Saves at the end of a turn, and after harm.
    "Quasit/powers/Scare": 'end_save: "wis_in_sight"',
    "Tarrasque/powers/Frightful Presence": 'end_save: "wis_in_sight"',
    "Harpy/powers/Luring Song": 'while_source: true, end_save: "wis", second_condition: "incapacitated", second_with_first: true, immune_after: "effect", harm_save: "by_others"',
    "Aboleth/powers/Enslave": 'harm_save: "by_anyone"',
    "Succubus/powers/Charm": 'harm_save: "by_anyone"',
    "Dryad/powers/Fey Charm": 'harm_save: "by_its_side"',
    "Vampire/powers/Charm": 'harm_save: "by_its_side"',
    # Grapples: how many, how large, and what follows.
    "Ankheg/attacks/Bite": "holds: 1",
    "Ankheg/powers/Acid Spray": "free_hands: true",
    "Behir/attacks/Constrict": "most_held: 1",
    "Chain Devil/attacks/Chain": "most_held: 1",
    "Chuul/attacks/Pincer": 'largest_affected: "large", most_held: 2',
    "Chuul/powers/Tentacles": 'against: "grappled", multiattack_count: 1, after_attacks: true',
    "Giant Crocodile/attacks/Tail": "only_free: true",
    "Kraken/attacks/Tentacle": "holds: 10",
    "Marilith/attacks/Tail": "holds: 1, sure_hit: true",
    "Otyugh/attacks/Tentacle": "holds: 2",
    "Otyugh/powers/Tentacle Slam": 'against: "grappled"',
    "Ice Devil/powers/Wall of Ice": "targets: 40",
    "Roper/attacks/Tendril": "holds: 6",
    "Salamander/attacks/Tail": "holds: 1, sure_hit: true",
    "Vampire/attacks/Bite": "only_helpless: true",
    "Water Elemental/powers/Whelm": 'largest_affected: "large"',
    # Multiattacks.
    "Glabrezu/attacks/Pincer": "multiattack_second: 2",
    "Grick/attacks/Beak": "only_after_hit: true",
    "Tyrannosaurus Rex/attacks/Tail": "other_target: true",
    "Vampire, Vampire Form/attacks/Bite": "multiattack_third: 1",
    "Vampire, Vampire Form/attacks/Unarmed Strike": "multiattack_fourth: 1",
    "Vampire Spawn/attacks/Bite": "multiattack_third: 1",
    "Vampire Spawn/attacks/Claws": "multiattack_fourth: 1",
    "Violet Fungus/attacks/Rotting Touch": "multiattack_count: 1, multiattack_second: 2, multiattack_third: 3, multiattack_fourth: 4",
    "Werebear, Bear Form/attacks/Bite": "multiattack_second: None, multiattack_third: None",
    "Werebear, Bear Form/attacks/Claw": "multiattack_third: None",
    # Damage in each turn, no healing, drained strength and hit points.
    "Bearded Devil/attacks/Beard": "no_healing: true",
    "Bearded Devil/attacks/Glaive": 'save: "con", dc: 12, never_types: "undead, construct", ongoing: "d10", ongoing_kind: "wounded"',
    "Horned Devil/attacks/Tail": 'save: "con", dc: 17, never_types: "undead, construct", ongoing: "3d6", ongoing_kind: "wounded"',
    "Fire Elemental/attacks/Touch": 'ongoing: "d10", ongoing_kind: "burning"',
    "Magmin/attacks/Touch": 'ongoing: "d6", ongoing_kind: "burning", ongoing_end: true',
    "Pit Fiend/attacks/Bite": 'ongoing: "6d6", ongoing_type: "poison", no_healing: true',
    "Vrock/powers/Spores": 'ongoing: "d10", ongoing_type: "poison"',
    "Mummy/attacks/Rotting Fist": 'save: "con", dc: 12, rots: true',
    "Mummy Lord/attacks/Rotting Fist": 'save: "con", dc: 16, rots: true',
    "Shadow/attacks/Strength Drain": 'saps: "d4"',
    "Succubus/powers/Draining Kiss": 'against: "charmed", saps_maximum: true',
}
# Rows that are not there: a list of "Monster/list".
ADDED = {
    "Bulette/powers": ['name: "Deadly Leap", save: "dex", dc: 16, half_on_save: true, damage: "3d6+4", damage_type: "bludgeoning", extra_damage: "3d6+4", extra_damage_type: "slashing", targets: 40, condition: "prone"'],
    "Cloud Giant/spells": ['from: "Feather Fall", innate: true, uses: 3'],
    "Couatl/spells": ['from: "Shield"'],
    "Dretch/auras": ['name: "Fetid Cloud", save: "con", dc: 11, condition: "poisoned", lasts_until: "turn_start", second_condition: "shocked", second_until: "turn_start"'],
    "Dretch/own_powers": ['name: "Fetid Cloud", uses: 1'],
    "Duergar/own_powers": ['name: "Invisibility", condition: "invisible", concentration: true, rounds: 600, ends_on: "attack_or_spell", uses: 1'],
    "Ghost/powers": ['name: "Possession", save: "cha", dc: 13, condition: "incapacitated", only_types: "humanoid", recharge: 6, immune_after: "effect"'],
    "Gibbering Mouther/auras": ['name: "Gibbering", save: "wis", dc: 10, second_condition: "shocked", second_until: "turn_start", note: "Roll a d8: 1 to 4 does nothing; 5 or 6 only moves, at random; 7 or 8 attacks a random creature within reach."'],
    "Lamia/spells": [
        'from: "Disguise Self", innate: true', 'from: "Major Image", innate: true', 'from: "Charm Person", innate: true, uses: 3', 'from: "Mirror Image", innate: true, uses: 3',
        'from: "Scrying", innate: true, uses: 3', 'from: "Suggestion", innate: true, uses: 3', 'from: "Geas", innate: true, uses: 1',
    ],
    "Planetar/spells": ['from: "Invisibility", innate: true, self_only: true'],
    "Quasit/own_powers": ['name: "Invisibility", condition: "invisible", concentration: true, ends_on: "attack"'],
    "Sea Hag/auras": ['name: "Horrific Appearance", save: "wis", dc: 11, condition: "frightened", rounds: 10, end_save: "wis_in_sight", only_types: "humanoid", immune_after: "effect"'],
    "Sea Hag/powers": ['name: "Death Glare", save: "wis", dc: 11, against: "frightened", fells: "fells"'],
    "Solar/spells": ['from: "Invisibility", innate: true, self_only: true'],
    "Storm Giant/spells": ['from: "Feather Fall", innate: true'],
    "Vampire, Vampire Form/attacks": ['name: "Grappling Strike", bonus: 9, condition: "grappled", escape_dc: 18, while_source: true, multiattack_third: 1, multiattack_fourth: 1'],
    "Vampire Spawn/attacks": ['name: "Grappling Claws", bonus: 6, condition: "grappled", escape_dc: 13, while_source: true, multiattack_third: 1, multiattack_fourth: 1'],
    "Will-o'-Wisp/own_powers": ['name: "Invisibility", condition: "invisible", concentration: true, ends_on: "attack"'],
    "Will-o'-Wisp/powers": ['name: "Consume Life", save: "con", dc: 10, against: "dying", bonus_action: true, fells: "kills", heals: "3d6"'],
}
# The order of rows where it matters in a multiattack.
ORDER = {
    "Roper/attacks": ["Tendril", "Bite"],
    "Vampire, Vampire Form/attacks": ["Unarmed Strike", "Grappling Strike", "Bite"],
    "Vampire Spawn/attacks": ["Claws", "Grappling Claws", "Bite"],
}
# Fields of the sheet.
SHEET = {
    "Ankheg": "grappler: true",
    "Assassin": "assassinates: true",
    "Balor": 'aura_damage: "3d6", aura_damage_type: "fire"',
    "Cloaker": "sunlight_sensitivity: true",
    "Couatl": "max_slots_1: 3",
    "Dretch": "aura_by_power: true",
    "Duergar": 'save_advantages: "charmed, paralyzed, poison, spells"',
    "Glabrezu": "multiattack_choices: 2, second_casts: true",
    "Lamia": "spell_dc: 13, spell_attack: 5",
    "Mimic": "grappler: true",
    "Shadow": 'sunlight_sensitivity: true, sunlight_hampers: "checks, saves"',
    "Vampire": 'sunlight_sensitivity: true, sunlight_hampers: "checks", sunlight_damage: 20',
    "Vampire,": "misty_escape: true",
    "Vampire, Vampire Form": "multiattack_choices: 4",
    "Vampire Spawn": "multiattack_choices: 4",
    "Violet Fungus": "multiattack_choices: 4",
    "Werebear, Bear Form": "multiattack_choices: None",
    "Xorn": 'resistances: "nonadamantine_edges"',
}
