#!/usr/bin/env python3
"""Writes assets/d20/rows.ron: the spells of the System Reference Document 5.1 and its weapons as ready rows.

Usage: tests/spells/make.py SPELLS.json

SPELLS.json is the file of 5e-bits (2014). Levels, dice, saves, ranges, durations and components are read from it; ROWS adds
what its sentences say, and notes.py says in our words what no column says. A spell that neither acts nor has a note is an error.
"""
import json
import pathlib
import re
import sys

sys.dont_write_bytecode = True
from notes import NOTES

ROOT = pathlib.Path(__file__).resolve().parents[2]
TARGET = ROOT / "assets/d20/rows.ron"
HEAD = """// Spells and weapons of the System Reference Document 5.1 as ready rows; written by tests/spells/make.py, not by hand.
// This work includes material taken from the System Reference Document 5.1 ("SRD 5.1") by Wizards of the Coast LLC and available at
// https://dnd.wizards.com/resources/systems-reference-document. The SRD 5.1 is licensed under the Creative Commons Attribution 4.0
// International License available at https://creativecommons.org/licenses/by/4.0/legalcode.
// Notes are our own words for what a row does not do.
"""
ROUNDS = {"1 minute": 10, "10 minutes": 100, "1 hour": 600, "2 hours": 1200, "8 hours": 4800, "24 hours": 14400}
# Number of targets of a spell that affects everyone in its area, or any number of creatures.
EVERYONE = 40
TABLE = dict(by="table")
BOUND = dict(condition="spellbound")
LATER = dict(later=True, again="any_time")

# What the sentences of a spell say, as columns of its row. A value of None takes a column away.
ROWS = {
    "Acid Arrow": {},
    "Acid Splash": dict(targets=2),
    "Aid": dict(by="touch", hp_bonus=5, targets=3, healing=None, per_higher_slot=None, damage=None),
    "Animal Friendship": dict(only_types="beast", condition="charmed", ends_on="damage", rays_per_slot=1),
    "Arcane Sword": dict(again="bonus_action"),
    "Bane": dict(condition="baned", targets=3, rays_per_slot=1),
    "Banishment": dict(condition="banished", rays_per_slot=1),
    "Barkskin": dict(by="touch", condition="barkskinned"),
    "Beacon of Hope": dict(by="touch", condition="hopeful", targets=EVERYONE),
    "Bestow Curse": dict(BOUND),
    "Black Tentacles": dict(condition="restrained", escapes=True, escape_by="strength", **LATER),
    "Blade Barrier": dict(LATER),
    "Bless": dict(by="touch", condition="blessed", targets=3, rays_per_slot=1),
    "Blindness/Deafness": dict(condition="blinded", end_save="con", rays_per_slot=1),
    "Blur": dict(by="touch", condition="blurred"),
    "Blight": dict(never_types="undead, construct"),
    "Branding Smite": dict(by="touch", condition="smiting", damage=None, damage_type=None, per_higher_slot=None),
    "Call Lightning": dict(by="save", save="dex", half_on_save=True, again="action"),
    "Calm Emotions": dict(BOUND),
    "Chain Lightning": dict(targets=4, rays_per_slot=1),
    "Charm Person": dict(only_types="humanoid", condition="charmed", ends_on="damage", rays_per_slot=1),
    "Chill Touch": dict(condition="unhealing", lasts_until="source_turn_start"),
    "Cloudkill": dict(LATER),
    "Color Spray": dict(by="touch", hp_pool="6d10", per_higher_slot="2d10", condition="blinded", lasts_until="source_next_turn_end", targets=None),
    "Command": dict(never_types="undead", condition="spellbound", lasts_until="turn_end", rays_per_slot=1),
    "Compulsion": dict(condition="spellbound", end_save="wis", targets=EVERYONE),
    "Confusion": dict(condition="spellbound", end_save="wis"),
    "Contagion": dict(by="attack", save=None, condition="spellbound"),
    "Cure Wounds": dict(never_types="undead, construct"),
    "Death Ward": dict(by="touch", condition="death_warded"),
    "Dispel Magic": dict(by="touch", dispels=True, hostile=True),
    "Disintegrate": dict(per_higher_slot="3d6", targets=None),
    "Divine Word": dict(hostile=True),
    "Divine Favor": dict(by="touch", condition="favoured", damage=None, damage_type=None),
    "Dominate Beast": dict(only_types="beast", condition="charmed"),
    "Dominate Monster": dict(condition="charmed"),
    "Dominate Person": dict(only_types="humanoid", condition="charmed"),
    "Earthquake": dict(hostile=True),
    "Eldritch Blast": dict(rays=1, rays_per_tier=1),
    "Enhance Ability": dict(by="touch", rays_per_slot=1),
    "Enlarge/Reduce": dict(TABLE, save=None, **BOUND),
    "Entangle": dict(condition="restrained", escapes=True, escape_by="strength"),
    "Enthrall": dict(condition="spellbound", targets=EVERYONE),
    "Eyebite": dict(condition="spellbound", again="action"),
    "Faerie Fire": dict(condition="outlined"),
    "False Life": dict(by="touch", temporary="1d4+4", per_higher_slot="5", healing=None),
    "Fear": dict(condition="frightened"),
    "Feeblemind": dict(condition="feebleminded", full_on_save=True, half_on_save=False),
    "Finger of Death": {},
    "Fire Bolt": {},
    "Fire Shield": dict(TABLE, damage=None, damage_type=None, area=None, targets=None, **BOUND),
    "Flame Blade": dict(by="attack", later=True, again="action", range=0, slot_step=2, per_higher_slot="1d6"),
    "Flame Strike": dict(area="cylinder 10 ft", targets=EVERYONE, damage="4d6", extra_damage="4d6", extra_damage_type="radiant", per_higher_slot="1d6"),
    "Flaming Sphere": dict(by="save", save="dex", half_on_save=True, later=True, again="bonus_action"),
    "Flesh to Stone": dict(condition="restrained"),
    "Fly": dict(by="touch", rays_per_slot=1),
    "Freezing Sphere": dict(per_higher_slot="1d6"),
    "Grease": dict(condition="prone", again="any_time", area_at="turn_end"),
    "Greater Invisibility": dict(by="touch", condition="invisible"),
    "Guardian of Faith": dict(LATER),
    "Guidance": dict(by="touch", condition="guided"),
    "Guiding Bolt": dict(condition="lit", lasts_until="source_next_turn_end"),
    "Gust of Wind": dict(LATER),
    "Harm": dict(leaves_one=True),
    "Haste": dict(by="touch", condition="hasted"),
    "Heal": dict(never_types="undead, construct"),
    "Healing Word": dict(never_types="undead, construct"),
    "Heat Metal": dict(by="touch", save=None, again="bonus_action"),
    "Hellish Rebuke": {},
    "Heroism": dict(by="touch", condition="heartened", rays_per_slot=1),
    "Hideous Laughter": dict(condition="laughing", end_save="wis", second_condition="prone"),
    "Hold Monster": dict(never_types="undead", condition="paralyzed", end_save="wis", rays_per_slot=1),
    "Hold Person": dict(only_types="humanoid", condition="paralyzed", end_save="wis", rays_per_slot=1),
    "Hunter's Mark": dict(by="touch", condition="marked", again="bonus_action"),
    "Hypnotic Pattern": dict(condition="charmed", ends_on="damage", second_condition="entranced", second_with_first=True, targets=EVERYONE),
    "Ice Storm": dict(damage="2d8", extra_damage="4d6", extra_damage_type="cold", per_higher_slot="1d8"),
    "Incendiary Cloud": dict(again="any_time", area_at="turn_end"),
    "Insect Plague": dict(again="any_time", area_at="turn_end"),
    "Invisibility": dict(by="touch", condition="invisible", ends_on="attack_or_spell", rays_per_slot=1),
    "Irresistible Dance": dict(by="touch", condition="restrained"),
    "Longstrider": dict(by="touch", condition="aided", speed_bonus=10, rays_per_slot=1),
    "Mage Armor": dict(by="touch", condition="mage_armoured"),
    "Magic Missile": dict(by="touch", damage="1d4+1", per_higher_slot=None, rays=3, rays_per_slot=1),
    "Mass Cure Wounds": dict(never_types="undead, construct", targets=6),
    "Mass Healing Word": dict(never_types="undead, construct", targets=6),
    "Mass Suggestion": dict(condition="spellbound", targets=12),
    "Maze": dict(by="touch", condition="banished"),
    "Meteor Swarm": dict(damage="20d6", extra_damage="20d6", extra_damage_type="bludgeoning"),
    "Mirror Image": dict(by="touch", condition="mirrored"),
    "Moonbeam": dict(LATER),
    "Phantasmal Killer": dict(condition="haunted", haunts="4d10", per_higher_slot="1d10", damage=None, damage_type=None),
    "Polymorph": dict(condition="shaped"),
    "Power Word Kill": dict(by="touch", kills=True, most_hp=100, hostile=True),
    "Power Word Stun": dict(by="touch", condition="stunned", end_save="con", most_hp=150, hostile=True),
    "Prismatic Spray": dict(hostile=True),
    "Ray of Enfeeblement": dict(by="attack", save=None, condition="enfeebled", end_save="con"),
    "Ray of Frost": dict(condition="hampered", speed_bonus=-10, lasts_until="source_turn_start"),
    "Reverse Gravity": dict(hostile=True),
    "Resilient Sphere": dict(condition="spellbound"),
    "Resistance": dict(by="touch", condition="resisting"),
    "Sacred Flame": dict(no_cover=True),
    "Sanctuary": dict(by="touch", save=None, condition="sanctified", ends_on="attack"),
    "Scorching Ray": dict(by="attack", rays=3, rays_per_slot=1, per_higher_slot=None),
    "Shield": dict(by="touch"),
    "Shield of Faith": dict(by="touch", condition="aided", ac_bonus=2),
    "Shocking Grasp": dict(condition="shocked", lasts_until="turn_start"),
    "Sleep": dict(never_types="undead", by="touch", hp_pool="5d8", per_higher_slot="2d8", healing=None, damage=None, damage_type=None, condition="unconscious", ends_on="damage", targets=None),
    "Sleet Storm": dict(by="save", save="dex", condition="prone", **LATER),
    "Produce Flame": dict(range=30),
    "Slow": dict(condition="sluggish", end_save="wis", targets=6),
    "Spare the Dying": dict(by="touch", condition="stable", never_types="undead, construct"),
    "Spike Growth": dict(by="touch", damage="2d4", damage_type="piercing", area_at="never", **LATER),
    "Spirit Guardians": dict(by="save", save="wis", half_on_save=True, damage="3d8", damage_type="radiant", per_higher_slot="1d8", targets=EVERYONE, **LATER),
    "Spiritual Weapon": dict(again="bonus_action", per_higher_slot="1d8", slot_step=2),
    "Stinking Cloud": dict(condition="spellbound", lasts_until="turn_end", **LATER),
    "Stoneskin": dict(by="touch", condition="stoneskinned"),
    "Suggestion": dict(condition="spellbound"),
    "Storm of Vengeance": dict(hostile=True),
    "Sunbeam": dict(condition="blinded", lasts_until="source_turn_start", again="action"),
    "Sunburst": dict(condition="blinded", end_save="con"),
    "Telekinesis": dict(hostile=True),
    "Thunderwave": {},
    "True Strike": dict(by="touch", condition="aiming", lasts_until="source_next_turn_end"),
    "Vampiric Touch": dict(heals_caster=True, again="action"),
    "Vicious Mockery": dict(condition="mocked", lasts_until="turn_end"),
    "Wall of Ice": dict(per_higher_slot="2d6"),
    "Wall of Fire": dict(per_higher_slot="1d8", again="any_time", area_at="turn_end", area_unsaved=True),
    "Web": dict(by="save", save="dex", condition="restrained", escapes=True, escape_by="strength", **LATER),
    "Weird": dict(condition="haunted", haunts="4d10"),
}
# Weapons: name, damage, type, ability, and what else the row has; monk_die is the die of a monk weapon. A weapon that can be thrown, or held in two hands, has a row for that.
WEAPONS = [
    ("Club", "1d4", "bludgeoning", "str", dict(monk_die=4, light=True)),
    ("Dagger", "1d4", "piercing", "finesse", dict(monk_die=4, light=True)),
    ("Dagger (thrown)", "1d4", "piercing", "finesse", dict(light=True, range=20)),
    ("Greatclub", "1d8", "bludgeoning", "str", {}),
    ("Handaxe", "1d6", "slashing", "str", dict(monk_die=6, light=True)),
    ("Handaxe (thrown)", "1d6", "slashing", "str", dict(light=True, range=20)),
    ("Javelin", "1d6", "piercing", "str", dict(monk_die=6)),
    ("Javelin (thrown)", "1d6", "piercing", "str", dict(range=30)),
    ("Light hammer", "1d4", "bludgeoning", "str", dict(monk_die=4, light=True)),
    ("Light hammer (thrown)", "1d4", "bludgeoning", "str", dict(light=True, range=20)),
    ("Mace", "1d6", "bludgeoning", "str", dict(monk_die=6)),
    ("Quarterstaff", "1d6", "bludgeoning", "str", dict(monk_die=6)),
    ("Quarterstaff (two hands)", "1d8", "bludgeoning", "str", dict(monk_die=8)),
    ("Sickle", "1d4", "slashing", "str", dict(monk_die=4, light=True)),
    ("Spear", "1d6", "piercing", "str", dict(monk_die=6)),
    ("Spear (thrown)", "1d6", "piercing", "str", dict(range=20)),
    ("Spear (two hands)", "1d8", "piercing", "str", dict(monk_die=8)),
    ("Light crossbow", "1d8", "piercing", "dex", dict(range=80)),
    ("Dart", "1d4", "piercing", "finesse", dict(range=20)),
    ("Shortbow", "1d6", "piercing", "dex", dict(range=80)),
    ("Sling", "1d4", "bludgeoning", "dex", dict(range=30)),
    ("Battleaxe", "1d8", "slashing", "str", {}),
    ("Battleaxe (two hands)", "1d10", "slashing", "str", {}),
    ("Flail", "1d8", "bludgeoning", "str", {}),
    ("Glaive", "1d10", "slashing", "str", dict(reach=10)),
    ("Greataxe", "1d12", "slashing", "str", {}),
    ("Greatsword", "2d6", "slashing", "str", {}),
    ("Halberd", "1d10", "slashing", "str", dict(reach=10)),
    ("Lance", "1d12", "piercing", "str", dict(reach=10)),
    ("Longsword", "1d8", "slashing", "str", {}),
    ("Longsword (two hands)", "1d10", "slashing", "str", {}),
    ("Maul", "2d6", "bludgeoning", "str", {}),
    ("Morningstar", "1d8", "piercing", "str", {}),
    ("Pike", "1d10", "piercing", "str", dict(reach=10)),
    ("Rapier", "1d8", "piercing", "finesse", {}),
    ("Scimitar", "1d6", "slashing", "finesse", dict(light=True)),
    ("Shortsword", "1d6", "piercing", "finesse", dict(monk_die=6, light=True)),
    ("Trident", "1d6", "piercing", "str", {}),
    ("Trident (thrown)", "1d6", "piercing", "str", dict(range=20)),
    ("Trident (two hands)", "1d8", "piercing", "str", {}),
    ("War pick", "1d8", "piercing", "str", {}),
    ("Warhammer", "1d8", "bludgeoning", "str", {}),
    ("Warhammer (two hands)", "1d10", "bludgeoning", "str", {}),
    ("Whip", "1d4", "slashing", "finesse", dict(reach=10)),
    ("Blowgun", "1", "piercing", "dex", dict(range=25)),
    ("Hand crossbow", "1d6", "piercing", "dex", dict(light=True, range=30)),
    ("Heavy crossbow", "1d10", "piercing", "dex", dict(range=100)),
    ("Longbow", "1d8", "piercing", "dex", dict(range=150)),
    ("Unarmed strike", "1", "bludgeoning", "str", dict(monk_die=1)),
]
# Spells whose numbers in the file are for a part that the table plays.
NUMBERS_ARE_NOTES = {"Control Water", "Dimension Door", "Divine Word", "Dream", "Faithful Hound", "Light", "Plane Shift", "Prayer of Healing", "Prismatic Spray", "Regenerate", "Mass Heal",
                     "Reverse Gravity", "Contact Other Plane", "Geas", "Hallow", "Imprisonment", "Magic Circle", "Magic Jar", "Modify Memory", "Planar Binding", "Scrying", "Dispel Evil and Good", "Storm of Vengeance"}
# Notes whose bearer is under the spell for as long as it lasts.
BEARERS = {"Alter Self", "Animal Shapes", "Antilife Shell", "Antimagic Field", "Blink", "Darkvision", "Detect Evil and Good", "Detect Magic", "Detect Thoughts", "Enhance Ability", "Expeditious Retreat", "Fly",
           "Foresight", "Freedom of Movement", "Gaseous Form", "Holy Aura", "Levitate", "Magic Weapon", "Mislead", "Pass Without Trace", "Protection From Energy", "Protection from Evil and Good",
           "Protection from Poison", "Shapechange", "Spider Climb", "True Polymorph", "True Seeing", "Warding Bond", "See Invisibility", "Globe of Invulnerability", "Mind Blank", "Shillelagh", "Telekinesis", "Dispel Evil and Good"}
ORDER = ("name level by save half_on_save damage damage_type extra_damage extra_damage_type healing adds_modifier temporary per_higher_slot slot_step per_tier targets area range rays rays_per_slot rays_per_tier "
         "concentration bonus_action reaction minutes condition attack_dice save_dice ac_bonus speed_bonus hp_bonus hp_pool full_on_save haunts no_cover leaves_one most_hp kills hostile heals_caster later again area_at area_unsaved dispels melee rounds spell_rounds lasts_until end_save escapes escape_by ends_on second_condition "
         "second_with_first self_only only_types never_types components duration note").split()


def feet(text):
    if text in ("Self", "Touch"):
        return 0
    found = re.match(r"(\d+) feet", text)
    return int(found[1]) if found else 2000


def dice(text):
    """A number of dice, without the spellcasting modifier."""
    return text.replace(" + MOD", "").replace(" ", "")


def step(less, more):
    """What the second of two numbers of dice has more than the first."""
    one, two = re.fullmatch(r"(\d+)d(\d+)([+-]\d+)?", less), re.fullmatch(r"(\d+)d(\d+)([+-]\d+)?", more)
    if one and two and one[2] == two[2]:
        count = int(two[1]) - int(one[1])
        number = int(two[3] or 0) - int(one[3] or 0)
        plus = f"{number:+}" if number else ""
        return f"{count}d{one[2]}{plus}" if count else ""
    if less.isdigit() and more.isdigit():
        return str(int(more) - int(less))
    return ""


def components(spell):
    text = ", ".join(spell["components"])
    material = spell.get("material", "")
    price = re.search(r"([\d,]+) ?gp", material)
    if price:
        text += f" ({price[1].replace(',', '')} gp{', consumed' if 'consume' in material else ''})"
    return text + (", ritual" if spell["ritual"] else "")


def row(spell):
    name, duration = spell["name"], spell["duration"]
    cells = dict(name=name, level=spell["level"], range=feet(spell["range"]), components=components(spell), duration=duration.removeprefix("Up to "))
    time = spell["casting_time"]
    cells.update(concentration=spell["concentration"], bonus_action=time == "1 bonus action", reaction=time == "1 reaction",
                 minutes=time not in ("1 action", "1 bonus action", "1 reaction"))
    if cells["minutes"]:
        cells["duration"] += f"; takes {time} to cast"
    cells["rounds"] = ROUNDS.get(duration.removeprefix("Up to "))
    if area := spell.get("area_of_effect"):
        cells["area"] = f"{area['type']} {area['size']} ft"
        cells["targets"] = EVERYONE
    noted = name in NUMBERS_ARE_NOTES
    damage, save = spell.get("damage"), spell.get("dc")
    if save and not noted:
        cells.update(by="save", save=save["dc_type"]["index"], half_on_save=save["dc_success"] == "half")
    if spell.get("attack_type") and not noted:
        cells.update(by="attack", save=None, melee=spell["attack_type"] == "melee" and cells["range"] > 5)
    if damage and not noted:
        cells["damage_type"] = damage.get("damage_type", {}).get("index")
        steps = list((damage.get("damage_at_slot_level") or damage["damage_at_character_level"]).values())
        cells["damage"], cells["adds_modifier"] = dice(steps[0]), "MOD" in steps[0]
        if len(steps) > 1:
            cells["per_tier" if spell["level"] == 0 else "per_higher_slot"] = step(dice(steps[0]), dice(steps[1]))
    if (heal := spell.get("heal_at_slot_level")) and not noted:
        steps = list(heal.values())
        cells.update(by="touch", healing=dice(steps[0]), adds_modifier="MOD" in steps[0])
        if len(steps) > 1:
            cells["per_higher_slot"] = step(dice(steps[0]), dice(steps[1]))
    cells.update(ROWS.get(name, {}))
    cells.setdefault("by", "table")
    if name in BEARERS:
        cells["condition"] = "spellbound"
    if "condition" not in cells or cells.get("lasts_until"):
        # The spell lasts, although it brings no condition, or a shorter one.
        if spell["concentration"] or cells.get("again"):
            cells["spell_rounds"] = cells["rounds"]
        cells["rounds"] = None
    if cells["by"] == "table":
        cells["targets"] = None
    if cells["by"] in ("touch", "table"):
        cells["self_only"] = spell["range"] == "Self" and "area" not in cells and cells.get("targets", 1) in (None, 1)
    cells["note"] = NOTES.get(name)
    acts = any(cells.get(part) for part in ("damage", "healing", "condition", "temporary", "hp_bonus", "dispels", "kills"))
    if not acts and not cells["note"]:
        sys.exit(f"{name}: neither acts nor has a note")
    shown = {}
    for column in ORDER:
        value = cells.pop(column, None)
        if value is None or value is False or value == "" or column == "range" and value == 60 or column == "targets" and value == 1:
            continue
        shown[column] = value
    if cells:
        sys.exit(f"{name}: unknown columns {sorted(cells)}")
    return shown


def written(value):
    if value is True:
        return "true"
    return str(value) if isinstance(value, int) else json.dumps(value, ensure_ascii=False)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    spells = json.loads(pathlib.Path(sys.argv[1]).read_text())
    unknown = (set(NOTES) | set(ROWS) | NUMBERS_ARE_NOTES | BEARERS) - {spell["name"] for spell in spells}
    if unknown:
        sys.exit(f"no such spell: {sorted(unknown)}")
    lines = [HEAD, "(\n    spells: [\n"]
    for spell in spells:
        lines.append("        (" + ", ".join(f"{column}: {written(value)}" for column, value in row(spell).items()) + "),\n")
    lines.append("    ],\n    attacks: [\n")
    for name, damage, kind, ability, more in WEAPONS:
        cells = dict(name=name, damage=damage, damage_type=kind, ability=ability, **more)
        lines.append("        (" + ", ".join(f"{column}: {written(value)}" for column, value in cells.items()) + "),\n")
    lines.append("    ],\n)\n")
    TARGET.write_text("".join(lines))


main()
