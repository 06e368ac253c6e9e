"""Parts of a stat block that Open d20 plays and `affray import` does not read: how conditions end, damage that a save decides, and traits.

`rows` adds fields to the row of an attack, a power or a legendary action, `sheet` to the line of a monster's values. Both also return the
parts with the reasons of the import that are done by this, so that no note repeats them.
"""
import re

ABILITIES = {"Strength": "str", "Dexterity": "dex", "Constitution": "con", "Intelligence": "int", "Wisdom": "wis", "Charisma": "cha"}
CONDITIONS = "blinded|charmed|frightened|grappled|paralyzed|poisoned|prone|restrained|stunned|deafened|incapacitated|invisible|petrified|unconscious"
KINDS = "acid|bludgeoning|cold|fire|force|lightning|necrotic|piercing|poison|psychic|radiant|slashing|thunder"
ROUNDS = {"1 minute": 10, "10 minutes": 100, "1 hour": 600, "8 hours": 4800, "24 hours": 14400}


def dice(text):
    return re.sub("^1d", "d", text.replace(" ", ""))


def given(line, field):
    found = re.search(rf'\b{field}: "?([^",)]*)', line)
    return found[1] if found else ""


def added(line, fields):
    return re.sub(r"\),$", "".join(f", {field}" for field in fields) + "),", line)


def row(line, text, reasons):
    """Returns the row with further fields, and the reasons that these answer. `text` is the part of the block, `reasons` the import's sentences by reason."""
    fields, done = [], set()
    condition = given(line, "condition")
    whole = " ".join(text.split())

    save = re.search(rf"DC (\d+) (\w+) saving throw,? (?:or take|taking) \d+ \(([^)]*)\) ({KINDS}) damage", whole)
    reason = "damage of a hit that depends on a save"
    if reason in reasons and save and save[2] in ABILITIES and not given(line, "save_damage"):
        ability = ABILITIES[save[2]]
        if given(line, "save") in ("", ability) and given(line, "dc") in ("", save[1]):
            if not given(line, "save"):
                fields += [f'save: "{ability}"', f"dc: {save[1]}"]
            fields += [f'save_damage: "{dice(save[3])}"', f'save_damage_type: "{save[4]}"']
            if "half as much" in whole:
                fields.append("half_on_save: true")
            done.add(reason)

    drain = re.search(r"DC (\d+) (\w+) saving throw or its hit point maximum is reduced", whole)
    if drain and not condition and not given(line, "save"):
        fields += [f'save: "{ABILITIES[drain[2]]}"', f"dc: {drain[1]}", "drains: true"]

    escape = re.search(r"escape DC (\d+)", whole)
    if escape and condition == "grappled":
        fields += [f"escape_dc: {escape[1]}", "while_source: true"]
        done.add("escape DC")
        if re.search(r"restrained until (?:this|the) grapple ends|[Uu]ntil (?:this|the) grapple ends, (?:the|that) (?:target|creature) is restrained", whole):
            fields += ['second_condition: "restrained"', "second_with_first: true"]
            done.add("restrained")

    web = re.search(r"restrained (?:target|creature) can make a DC (\d+) Strength check", whole)
    if web and condition == "restrained":
        fields += [f"escape_dc: {web[1]}", 'escape_by: "strength"']

    too = re.search(rf"[Uu]ntil this poison ends, the target is ({CONDITIONS})", whole)
    if too and condition == "poisoned":
        fields += [f'second_condition: "{too[1]}"', "second_with_first: true"]

    swarm = re.search(rf"or \d+ \(([^)]*)\) (?:{KINDS}) damage if the swarm has half of its hit points or fewer", whole)
    if swarm:
        fields.append(f'bloodied_damage: "{dice(swarm[1])}"')
        done.add("more damage")

    lasting = reasons.get("duration", [])
    if condition and len(lasting) == 1 and condition in lasting[0]:
        time = re.search(rf"\b{condition} (?:[^.,]* )?for (1 minute|10 minutes|1 hour|8 hours|24 hours)", lasting[0])
        end = re.search(rf"\b{condition} until the (start|end) of (its|the target's|[\w' ]+?'s) next turn", lasting[0])
        if time:
            fields.append(f"rounds: {ROUNDS[time[1]]}")
            done.add("duration")
        elif end:
            own = end[2] in ("its", "the target's", "the creature's")
            until = ("" if own else "source_") + ("turn_start" if end[1] == "start" else "next_turn_end")
            fields.append(f'lasts_until: "{until}"')
            done.add("duration")

    again = reasons.get("repeated save", [])
    turns = r"repeat the saving throw .{0,8}the end of each"
    if condition and again and all(re.search(turns, one) for one in again) and given(line, "save") not in ("", "none"):
        fields.append(f'end_save: "{given(line, "save")}"')
        done.add("repeated save")

    again = re.search(r"recharge (\d)", reasons["heading"])
    if "limit of use" in reasons and again:
        fields.append(f"recharge: {again[1]}")
        done.add("limit of use")
    return added(line, fields) if fields else line, done


def charge(text):
    """Returns the attack of a charge and the fields that it gives the attack's row; None for another text."""
    found = re.search(r"straight (?:toward|down toward|at) .*?hits (?:it|that \w+|the \w+)? ?with (?:an?|its) ([\w ]+?)(?: attack)? on the same turn", text)
    if not found:
        return None
    fields = []
    more = re.search(r"takes an extra \d+ \(([^)]*)\)", text)
    if more:
        fields.append(f'charge_damage: "{dice(more[1])}"')
    prone = re.search(r"DC (\d+) (\w+) saving throw or be (?:pushed .*? and )?knocked prone", text)
    if prone:
        fields += ["on_charge: true", f'save: "{ABILITIES[prone[2]]}"', f"dc: {prone[1]}", 'condition: "prone"']
    return (found[1], fields) if fields else None


def sheet(line, monster):
    """Returns the line of a monster's values with its traits, and the names of the parts that act by this."""
    fields, done = [], set()
    for part in monster.get("special_abilities") or []:
        name, text = part["name"].split(" (")[0], part["desc"]
        if name == "Magic Resistance" and "spells and other magical effects" in text:
            fields.append("magic_resistance: true")
        elif name == "Pack Tactics":
            fields.append("pack_tactics: true")
        elif name == "Blood Frenzy":
            fields.append("blood_frenzy: true")
        elif name == "Undead Fortitude":
            fields.append("undead_fortitude: true")
        elif name == "Relentless":
            fields.append("relentless: " + re.search(r"takes (\d+) damage or less", text)[1])
        elif name == "Regeneration":
            fields.append("regeneration: " + re.search(r"regains (\d+) hit points", text)[1])
            stops = re.search(r"takes ((?:\w+(?:, | or |,? or )?)+) damage", text)
            kinds = re.findall(KINDS, stops[1]) if stops else []
            if kinds:
                fields.append(f'regeneration_stops: "{", ".join(kinds)}"')
            if "dies only if it starts its turn with 0 hit points" in text:
                fields.append("regeneration_at_0: true")
            if "sunlight" in text:
                continue
        else:
            continue
        done.add(part["name"])
    for part in monster.get("reactions") or []:
        if part["name"] == "Parry":
            fields.append("parry: " + re.search(r"adds (\d+) to its AC", part["desc"])[1])
            done.add(part["name"])
    for kind in ("resistances", "immunities"):
        told = " ".join(monster["damage_" + kind])
        metal = "nonsilvered" if "silvered" in told else "nonadamantine" if "adamantine" in told and "bludgeoning" in told else ""
        if metal:
            line, many = re.subn(rf'(\b{kind}: "[^"]*)nonmagical', rf"\1{metal}", line)
            done |= {"Resistant" if kind == "resistances" else "Immune"} if many else set()
    if fields:
        line = line.replace("challenge_rating:", ", ".join(fields) + ", challenge_rating:", 1)
    return line, done
