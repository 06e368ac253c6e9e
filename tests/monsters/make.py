#!/usr/bin/env python3
"""Writes assets/d20/monsters.ron: the stat blocks of the System Reference Document 5.1 under their own names.

Usage: tests/monsters/make.py MONSTERS.json [AFFRAY]

MONSTERS.json is the file of 5e-bits (2014); AFFRAY the program, target/debug/affray if left out. Numbers are those that
`affray import` reads, and those of the tables below. Notes name the parts that do not act, in the wordings of wordings.py; a part
without a wording is an error.
"""
import json
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from fixes import ADDED, ORDER, ROWS, SHEET
from wordings import ACTIONS, ACTIONS_ONLY, EFFECTS, MULTIATTACK, ONLY, TRAITS

ROOT = pathlib.Path(__file__).resolve().parents[2]
TARGET = ROOT / "assets/d20/monsters.ron"
HEAD = """// The monsters of the System Reference Document 5.1 under their own names; written by tests/monsters/make.py, not by hand.
// This work includes material taken from the System Reference Document 5.1 ("SRD 5.1") by Wizards of the Coast LLC and available at
// https://dnd.wizards.com/resources/systems-reference-document. The SRD 5.1 is licensed under the Creative Commons Attribution 4.0
// International License available at https://creativecommons.org/licenses/by/4.0/legalcode.
// Notes are our own words for parts of a stat block that do not act.
"""
MOST = 990
SECTIONS = ("special_abilities", "actions", "reactions", "legendary_actions")
SHORT = {"Strength": "Str", "Dexterity": "Dex", "Constitution": "Con", "Intelligence": "Int", "Wisdom": "Wis", "Charisma": "Cha"}
KINDS = "acid|bludgeoning|cold|fire|force|lightning|necrotic|piercing|poison|psychic|radiant|slashing|thunder"
# Attacks that go together where the sentence of a block has no numbers for them.
TOGETHER = {
    "Grick": {"Beak": 1},
    "Hydra": {"Bite": 5},
    "Lizardfolk": {"Bite": 1, "Heavy Club": 1},
    "Violet Fungus": {"Rotting Touch": 1},
}
# The second multiattack to choose from where a sentence leaves more choices than a sheet offers.
CHOICES = {"Horned Devil": {"Hurl Flame": 3}}


class Fields(dict):
    def __missing__(self, key):
        raise KeyError(f"the text has no {key}")


def fields(text):
    """What the placeholders of a wording stand for, by a part's text."""
    found = Fields()
    saves = re.findall(r"DC (\d+) (\w+)", text)
    if saves:
        found["dc"], found["ab"] = saves[0][0], SHORT.get(saves[0][1], saves[0][1])
        found["dc2"] = saves[-1][0]
    elif escape := re.search(r"escape DC (\d+)", text):
        found["dc"] = escape[1]
    dice = re.findall(r"\((\d+d\d+(?: ?[+-] ?\d+)?)\)(?: (%s))?" % KINDS, text) or []
    if not dice:
        dice = [(one, "") for one in re.findall(r"\d+d\d+", text)]
    for nth, (one, kind) in enumerate(dice):
        found[f"d{nth}"], found[f"t{nth}"] = one.replace(" ", ""), kind or "damage"
    for nth, feet in enumerate(re.findall(r"(\d+)(?: ft|[ -]f[eo]+t)", text)):
        found[f"f{nth}"] = feet
    for nth, number in enumerate(re.findall(r"(?<![\dd.(])(\d+)(?![\dd]|th|st|nd)", text)):
        found[f"n{nth}"] = number
    sleep = re.search(r"unconscious for (\d+ minutes?)", text)
    if sleep:
        found["sleep"] = sleep[1]
    push = re.search(r"pushed (\d+) feet", text)
    if push:
        found["push"] = push[1]
    return found


def said(table, monster, part):
    """The wording of a part: of this monster, else of all."""
    name = base(part)
    for key, text in table.items():
        owner, _, named = key.partition("/")
        if named and named.lower() == name and owner in monster:
            return text
    for key, text in table.items():
        if "/" not in key and key.lower() == name:
            return text
    return None


def base(part):
    return re.sub(r"^Variant: ", "", part.split(" (")[0]).strip().lower()


def base_title(part):
    return part.split(" (")[0]


def recharge(entry):
    usage = entry.get("usage") or {}
    kind = usage.get("type", "")
    if kind == "recharge on roll":
        low = usage.get("min_value")
        return "recharge 6" if low == 6 else f"recharge {low}-6"
    if kind == "per day":
        return f"{usage.get('times')} a day"
    return "once a rest" if kind == "recharge after rest" else ""


def spells(entry):
    """Spells of a caster by level or use, each list in the order of the alphabet."""
    casting = entry["spellcasting"]
    lists = {}
    for spell in casting["spells"]:
        usage = spell.get("usage") or {}
        if usage.get("type") == "per day":
            head = f"{usage.get('times')} a day"
        elif usage.get("type") == "at will" and "slots" not in casting or not casting.get("slots") and spell["level"] == 0:
            head = "at will"
        elif spell["level"] == 0:
            head = "cantrips"
        else:
            head = f"level {spell['level']}"
        lists.setdefault(head, []).append(spell["name"].lower())
    return "; ".join(f"{head}: {' and '.join(filter(None, (', '.join(sorted(names)[:-1]), sorted(names)[-1])))}" for head, names in lists.items())


def effect(reasons, texts):
    """Our words for what a hit or a power brings, by the reasons and sentences that the import gives."""
    whole = " ".join(texts)
    found = []
    for reason in reasons:
        if reason == "effect of a grapple":
            found += ["one target"] * ("another target" in whole or "already" in whole)
        elif reason == "duration":
            time = re.search(r"for (1 minute|1 hour|24 hours)", whole)
            if time:
                found.append(time[1])
        elif reason == "repeated save":
            found.append("save each turn")
        elif reason == "immunity after a successful save":
            found.append("then immune for a day")
        elif reason == "only some targets":
            for pattern, words in (
                (r"prone creature", "only a prone target"), (r"[Ll]arge or smaller", "large or smaller"), (r"[Mm]edium or smaller", "medium or smaller"),
                (r"non-undead|other than an undead", "not undead"),
            ):
                if re.search(pattern, whole):
                    found.append(words)
                    break
            else:
                return None
        elif reason == "more damage":
            dice = re.search(r"\((\d+d\d+)\)", whole)
            if "half of its hit points" not in whole or not dice:
                return None
            found.append(f"{dice[1]} at half HP or less")
        else:
            return None
    return ", ".join(found)


def rating(monster):
    """Challenge rating as the book prints it: 1/4, 17."""
    number = monster["challenge_rating"]
    return f"1/{round(1 / number)}" if 0 < number < 1 else f"{number:g}"


def notes(monster, lost, also):
    name = monster["name"]
    parts = []
    for section in SECTIONS:
        parts += [(section, entry) for entry in monster.get(section) or []]
    by_name = {}
    for one in lost:
        by_name.setdefault(one["part"], []).append(one)
    subtype = f" ({monster['subtype']})" if monster.get("subtype") else ""
    # The first sentence is what the list of the library shows; what a fight needs least comes last.
    told = [f"CR {rating(monster)}, {monster['size'].lower()} {monster['type']}{subtype}."]
    rest = []
    for other in monster["armor_class"][1:]:
        why = other.get("spell") or other.get("condition")
        why = why["name"].lower() if why else other.get("desc") or other["type"]
        told.append(f"AC {other['value']} with {why}.")
    speeds = {way: feet for way, feet in monster["speed"].items() if way != "hover"}
    if len(speeds) > 1:
        hover = " (hovers)" if monster["speed"].get("hover") else ""
        rest.append("Speed " + ", ".join(f"{way} {feet.split()[0]}" for way, feet in speeds.items()) + hover + ".")
    known = ("athletics", "acrobatics", "stealth", "medicine", "perception")
    skills = [
        (one["proficiency"]["index"][6:].replace("-", " "), one["value"]) for one in monster["proficiencies"] if one["proficiency"]["index"].startswith("skill-")
    ]
    skills = [f"{skill} {value:+}" for skill, value in skills if skill not in known]
    if skills:
        rest.append("Skills: " + ", ".join(skills) + ".")
    if monster["languages"]:
        rest.append("Languages: " + monster["languages"].replace(" ft.", " ft") + ".")
    rest.append(monster["alignment"][:1].upper() + monster["alignment"][1:] + ".")
    plain, worded, missing = [], [], []
    for section, entry in parts:
        part = entry["name"]
        mine = [one for named, all_ in by_name.items() if named == part or base(named) == base(part) for one in all_]
        reasons = list(dict.fromkeys(one["reason"] for one in mine))
        title = base_title(part)
        use = recharge(entry)
        if not mine:
            if title in also:
                plain.append(title)
            continue
        if "spellcasting" in entry:
            worded.append(f"Spells: {spells(entry)}")
            continue
        if section == "reactions":
            use = ""
        if part.startswith("Multiattack"):
            text = next((text for owner, text in MULTIATTACK.items() if owner in name), None)
            label, text = "Multiattack", text
        elif section in ("special_abilities", "reactions"):
            label, text = title, said(ONLY, name, part) or said(TRAITS, name, part)
        elif reasons[0].startswith(("action without", "legendary action without")):
            label, text = title, said(ACTIONS_ONLY, name, part) or said(ACTIONS, name, part)
        else:
            label, use = title, ""
            text = said(EFFECTS, name, part)
            if text is None:
                text = effect(reasons, [one["text"] for one in mine])
            if text is None:
                text = said(EFFECTS, name, part)
        if text is None:
            missing.append((name, section, part, reasons, [one["text"][:150] for one in mine]))
            continue
        try:
            text = text.format_map(fields(entry["desc"]))
        except KeyError as why:
            missing.append((name, section, part, str(why), entry["desc"][:200]))
            continue
        if base(part) == "charge" and "prone" in entry["desc"]:
            text += "{ab} DC {dc} or prone".format_map(fields(entry["desc"])).join((", ", ""))
        if text:
            worded.append(f"{label}{f' ({use})' if use else ''}: {text}")
    for one in lost:
        if one["part"] in ("Resistant", "Immune", "Vulnerable"):
            text = one["text"]
            if "adamantine" in text:
                words = "piercing and slashing of nonmagical weapons, not of adamantine"
            elif "spells" in text:
                words = "damage of spells"
            elif "stoneskin" in text:
                words = "weapons without magic by stoneskin"
            elif "magic weapons" in text:
                words = "piercing of magic weapons in good hands"
            else:
                missing.append((name, one))
                continue
            worded.append(f"{one['part']}: {words}")
    if plain:
        told.append("Traits: " + ", ".join(dict.fromkeys(plain)) + ".")
    told += [f"{one}." for one in dict.fromkeys(worded)] + rest
    # What the fight does not need goes first where a line is too short for all.
    for least in ("Languages: ", "Skills: ", "Traits: "):
        if len(" ".join(told)) > MOST:
            told = [one for one in told if not one.startswith(least)]
    return " ".join(told), missing


FIELD = re.compile(r'(\w+): ("(?:[^"\\\\]|\\\\.)*"|[\w.+-]+)')


def changed(text, fields):
    """A row or a sheet with these fields, each in the place of the old one or at the end."""
    for field, value in FIELD.findall(fields):
        old = re.compile(r'(?<=[( ])%s: ("(?:[^"\\\\]|\\\\.)*"|[\w.+-]+)' % field)
        if value == "None":
            text = re.sub(r",? *(?<=[( ])%s: [\w.+-]+" % field, "", text)
        elif old.search(text):
            text = old.sub(lambda _: f"{field}: {value}", text)
        elif text.endswith(")"):
            text = f"{text[:-1]}, {field}: {value})"
        else:
            text = text.replace(" xp: ", f" {field}: {value}, xp: ")
    return text


def is_magic(monster, row):
    """Whether the text of a part says that it is magic; a spell that ends it does not count."""
    texts = [entry["desc"] for section in SECTIONS for entry in monster.get(section) or [] if base(entry["name"]) in (base(row), base(row).split(", ")[-1])]
    if not texts:
        # One of several breaths: its text begins with its name.
        whole = [entry["desc"] for entry in monster.get("actions") or [] if f"{row}." in entry["desc"]]
        texts = [re.split(r"(?<=\.)\s+(?=[A-Z]\w+ Breath\.)", text[text.index(f"{row}.") + len(row) + 1 :])[0] for text in whole]
    return any("magic" in re.sub(r"(spell )?or other magic|other magic|until magic such as", "", text) for text in texts)


def fixed(block, name, monster, used):
    """The lines of a monster with the fields and rows of fixes.py."""
    head, lists, list_of, tail, short = [], {}, "", [], set()
    for line in block:
        if opened := re.match(r"        (\w+): \[(.*)\],$", line):
            lists[opened[1]] = opened[2].split(", ")
            short.add(opened[1])
        elif opened := re.match(r"        (\w+): \[$", line):
            list_of = opened[1]
            lists[list_of] = []
        elif line == "        ],":
            list_of = ""
        elif list_of:
            lists[list_of].append(line.strip().removesuffix(","))
        elif lists:
            tail.append(line)
        else:
            head.append(line)
    mine = lambda table: [key for key in table if key.split("/")[0] in name]
    for key in mine(ADDED):
        used.add(key)
        lists.setdefault(key.split("/")[1], []).extend(f"({one})" for one in ADDED[key])
    for key in mine(ROWS):
        of, row = key.split("/")[1:]
        for at, text in enumerate(lists.get(of, [])):
            if text.startswith(f'(name: "{row}"'):
                used.add(key)
                lists[of][at] = changed(text, ROWS[key])
    for key in mine(ORDER):
        used.add(key)
        rank = {row: at for at, row in enumerate(ORDER[key])}
        lists[key.split("/")[1]].sort(key=lambda text: rank.get(text.split('"')[1], len(rank)))
    for key in mine(SHEET):
        used.add(key)
        head[-1] = changed(head[-1], SHEET[key])
    for of, of_magic in (("powers", True), ("auras", False), ("legendary_actions", False)):
        for at, text in enumerate(lists.get(of, [])):
            if "save: " in text and is_magic(monster, text.split('"')[1]) != of_magic:
                lists[of][at] = changed(text, f"magical: {'false' if of_magic else 'true'}")
    for at, text in enumerate(lists.get("attacks", [])):
        of_spell = [one for one in monster.get("actions") or [] if "Spell Attack" in one["desc"] and base(one["name"]) == base(text.split('"')[1])]
        if of_spell and "save: " in text:
            lists["attacks"][at] = changed(text, "spell: true")
    for of, rows in lists.items():
        if of in short:
            head.append(f"        {of}: [{', '.join(rows)}],")
        else:
            head += [f"        {of}: [", *(f"            {row}," for row in rows), "        ],"]
    return head + tail


def main():
    source = sys.argv[1]
    program = sys.argv[2] if len(sys.argv) > 2 else str(ROOT / "target/debug/affray")
    monsters = {one["name"]: one for one in json.load(open(source))}
    run = subprocess.run([program, "import", source, "--system", "d20", "--print", "--json"], capture_output=True, text=True)
    report = json.loads(run.stdout)
    lost = {one["name"]: one["parts"] for one in report["incomplete"]}
    lines, missing, name, list_of, heads, chosen = [], [], None, "", {}, set()
    for line in report["roster"].split("\n"):
        if named := re.match(r'( +)name: "([^"]*)", notes: "(.*)",$', line):
            name = named[2]
            also = re.search(r" Also: ([^.]*)\.", named[3])
            heads[len(lines)] = (named[1], name, [base_title(one) for one in also[1].split(", ")] if also else [])
        elif in_list := re.match(r" +(\w+): \[$", line):
            list_of = in_list[1]
        elif name and list_of == "attacks" and (found := re.match(r' +\(name: "([^"]*)"', line)):
            for field, table in (("multiattack_count", TOGETHER), ("multiattack_second", CHOICES)):
                many = table.get(name, {}).get(found[1])
                if many and field not in line:
                    line = re.sub(r"\),$", f", {field}: {many}),", line)
                    chosen.add((name, field, found[1]))
        if "challenge_rating:" in line and name:
            if name in TOGETHER and "multiattack: true" not in line:
                line = line.replace("challenge_rating:", "multiattack: true, challenge_rating:")
            if name in CHOICES:
                line = line.replace("challenge_rating:", "multiattack_choices: 2, challenge_rating:", 1)
        lines.append(line)
    for at, (space, name, also) in heads.items():
        text, more = notes(monsters[name], lost.get(name, []), also)
        missing += more
        if len(text) > MOST:
            print(f"{name}: notes of {len(text)} characters are cut", file=sys.stderr)
            text = text[:MOST].rsplit(".", 1)[0] + "."
        lines[at] = f'{space}name: "{name}", notes: {json.dumps(text, ensure_ascii=False)},'
    for field, table in (("multiattack_count", TOGETHER), ("multiattack_second", CHOICES)):
        missing += [(name, field, part) for name, counts in table.items() for part in counts if (name, field, part) not in chosen]
    whole, block, used = [], [], set()
    for line in lines:
        if line == "    (" or block:
            block.append(line)
        else:
            whole.append(line)
        if line == "    )," and block:
            name = re.match(r' +name: "([^"]*)"', block[1])[1]
            whole += fixed(block, name, monsters[name], used)
            block = []
    lines = whole
    missing += [("fixes.py", key) for table in (ADDED, ROWS, ORDER, SHEET) for key in table if key not in used]
    for one in missing:
        print("no wording:", one, file=sys.stderr)
    if missing:
        sys.exit(1)
    body = "\n".join(lines)
    if body.lstrip().startswith("//"):
        body = body[body.index("\n[") + 1 :]
    TARGET.write_text(HEAD + body)
    print(f"{TARGET}: {len(monsters)} monsters, {TARGET.stat().st_size} bytes")


main()
