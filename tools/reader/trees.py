"""Boosted trees to bytes, as `crates/address/src/understand/learned/trees.rs` reads them."""

import struct

import numpy as np

VERSION = 1


def at_most(threshold):
    """The largest 32-bit number that is not above: comparisons of 32-bit features stay the same."""
    near = np.float32(threshold)
    return near if float(near) <= threshold else np.nextafter(near, np.float32(-np.inf))


def tree_bytes(root, scale):
    nodes, leaves = {}, {}

    def place(node):
        if "leaf_value" in node:
            at = node.get("leaf_index", 0)
            leaves[at] = node["leaf_value"] * scale
            return -1 - at
        assert node["decision_type"] == "<="
        nodes[node["split_index"]] = (
            node["split_feature"], at_most(node["threshold"]), place(node["left_child"]), place(node["right_child"]))
        return node["split_index"]

    place(root)
    assert sorted(nodes) == list(range(len(nodes))) and len(leaves) == len(nodes) + 1
    out = [struct.pack("<I", len(nodes))]
    out += [struct.pack("<Hfhh", *nodes[at]) for at in sorted(nodes)]
    out += [struct.pack("<f", leaves[at]) for at in sorted(leaves)]
    return b"".join(out)


def forest_bytes(boosters, scale=1.0, offset=0.0):
    """The trees of all boosters, which share the vote; the sum of one class is multiplied and
    moved, which calibrates its chance."""
    trees = []
    for booster in boosters:
        model = booster.dump_model()
        trees += [tree_bytes(it["tree_structure"], scale / len(boosters)) for it in model["tree_info"]]
    if offset:
        trees.append(struct.pack("<If", 0, offset))
    head = struct.pack("<IIII", VERSION, booster.num_feature(), model["num_tree_per_iteration"], len(trees))
    return head + b"".join(trees)


def raw(boosters, table):
    """What the trees of all boosters say together, before it becomes a chance."""
    return np.mean([it.predict(table, raw_score=True) for it in boosters], axis=0)
