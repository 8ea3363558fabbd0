"""The kernels of test/Kernels, written in Python. test_builder.py compares each
with the text of the same name."""

from collections.abc import Callable

from pto.builder import Builder

KERNELS: dict[str, Callable[[], Builder]] = {}


def kernel(make: Callable[[], Builder]) -> Callable[[], Builder]:
    KERNELS[make.__name__] = make
    return make


@kernel
def gelu() -> Builder:
    b = Builder(target="a2a3")
    matrix, t = b.tensor([64, 64], "f32"), b.tile([64, 64], "f32")
    with b.func("gelu", [("x", matrix, "in"), ("out", matrix, "out")], [matrix]) as (x, out):
        cubic = b.constant(0.044715, "f32")
        slope = b.constant(-1.5957691, "f32")
        one = b.constant(1.0, "f32")
        v = b.load(x, [0, 0], result=t)
        inner = v + v * v * v * cubic
        b.ret(b.store(v / (b.exp(inner * slope) + one), out, [0, 0]))
    return b


@kernel
def softmax() -> Builder:
    b = Builder(target="a2a3")
    matrix, tile = b.tensor([4096, 256], "f32"), b.tile([32, 256], "f32")
    with b.func("softmax", [("x", matrix, "in"), ("out", matrix, "out")], [matrix],
                kind="aiv") as (x, out):
        c0, c32, rows = b.index(0), b.index(32), b.index(4096)

        @b.loop(c0, rows, c32, carry=[out])
        def result(i, dest):
            t = b.load(x, [i, 0], result=tile)
            tmp = b.create(result=tile)
            e = b.exp(b.row_expand_sub(t, b.row_max(t, tmp)))
            y = b.row_expand_div(e, b.row_sum(e, tmp))
            return b.store(y, dest, [i, 0])

        b.ret(result)
    return b


@kernel
def layer_norm() -> Builder:
    b = Builder(target="a2a3")
    matrix, param = b.tensor([None, 256], "f32"), b.tensor([1, 256], "f32")
    tile = b.tile([16, 256], "f32", valid=[None, 256])
    with b.func("layer_norm",
                [("x", matrix, "in"), ("gamma", param, "in"), ("beta", param, "in"),
                 ("first", b.index_type), ("count", b.index_type), ("out", matrix, "out")],
                [matrix]) as (x, gamma, beta, first, count, out):
        inverse = b.constant(0.00390625, "f32")
        eps = b.constant(1.0e-05, "f32")
        g = b.load(gamma, [0, 0], result=b.tile([1, 256], "f32"))
        shift = b.load(beta, [0, 0], result=b.tile([1, 256], "f32"))
        t = b.load(x, [first, 0], valid=[count, 256], result=tile)
        tmp = b.create(result=b.tile([16, 256], "f32"))
        mean = b.row_sum(t, tmp) * inverse
        centred = b.row_expand_sub(t, mean)
        variance = b.row_sum(centred * centred, tmp) * inverse
        unit = b.row_expand_mul(centred, b.rsqrt(variance + eps))
        y = b.col_expand_add(b.col_expand_mul(unit, g), shift)
        b.ret(b.store(y, out, [first, 0]))
    return b


@kernel
def rms_norm() -> Builder:
    b = Builder(target="a2a3")
    matrix, weights = b.tensor([1024, 512], "bf16"), b.tensor([1, 512], "f32")
    narrow, wide = b.tile([8, 512], "bf16"), b.tile([8, 512], "f32")
    with b.func("rms_norm", [("x", matrix, "in"), ("weight", weights, "in"),
                             ("out", matrix, "out")], [matrix], kind="aiv") as (x, weight, out):
        c0, c8, rows = b.index(0), b.index(8), b.index(1024)
        inverse = b.constant(0.001953125, "f32")
        eps = b.constant(1.0e-06, "f32")
        w = b.load(weight, [0, 0], result=b.tile([1, 512], "f32"))
        with b.for_(c0, rows, c8, carry=[out]) as loop:
            i, (dest,) = loop.index, loop.carried
            f = b.cast(b.load(x, [i, 0], result=narrow), result=wide)
            square = f * f
            total = b.row_sum(square, b.create(result=wide))
            scale = b.rsqrt(total * inverse + eps)
            y = b.col_expand_mul(b.row_expand_mul(f, scale), w)
            loop.yield_(b.store(b.cast(y, mode="rint", result=narrow), dest, [i, 0]))
        b.ret(loop.results[0])
    return b


@kernel
def matmul_bias() -> Builder:
    b = Builder(target="a2a3")
    x_type, w_type = b.tensor([1024, 128], "bf16"), b.tensor([128, 256], "bf16")
    bias_type, out_type = b.tensor([1, 256], "f32"), b.tensor([1024, 256], "f32")
    with b.func("matmul_bias", [("x", x_type, "in"), ("weight", w_type, "in"),
                                ("bias", bias_type, "in"), ("out", out_type, "out")],
                [out_type], kind="aic") as (x, weight, bias, out):
        c64 = b.index(64)
        row = b.get_block_idx(result=b.index_type) * c64
        a = b.load(x, [row, 0], to="mat", result=b.tile([64, 128], "bf16"))
        w = b.load(weight, [0, 0], to="mat", result=b.tile([128, 256], "bf16"))
        c = b.load(bias, [0, 0], to="mat", result=b.tile([1, 256], "f32"))
        b.ret(b.store(b.matmul_bias(a, w, c), out, [row, 0]))
    return b


@kernel
def swiglu() -> Builder:
    b = Builder(target="a5")
    in_type, w_type = b.tensor([512, 128], "bf16"), b.tensor([128, 1024], "bf16")
    out_type = b.tensor([512, 1024], "bf16")
    x_tile, w_tile = b.tile([32, 128], "bf16"), b.tile([128, 128], "bf16")
    with b.func("swiglu",
                [("input", in_type, "in"), ("gate", w_type, "in"), ("up", w_type, "in"),
                 ("row", b.index_type), ("column", b.index_type), ("out", out_type, "out")],
                [out_type]) as (source, gate, up, row, column, out):
        one, minus = b.constant(1.0, "f32"), b.constant(-1.0, "f32")
        x = b.load(source, [row, 0], to="mat", result=x_tile)
        wg = b.load(gate, [0, column], to="mat", result=w_tile)
        wu = b.load(up, [0, column], to="mat", result=w_tile)
        g, u = b.matmul(x, wg), b.matmul(x, wu)
        z = g / (b.exp(g * minus) + one) * u
        b.ret(b.store(b.cast(z, mode="rint", result=x_tile), out, [row, column]))
    return b


@kernel
def tiled_matmul() -> Builder:
    b = Builder(target="a2a3")
    lhs_type, rhs_type = b.tensor([2048, 4096], "bf16"), b.tensor([4096, 2048], "bf16")
    out_type = b.tensor([2048, 2048], "f32")
    with b.func("tiled_matmul",
                [("lhs", lhs_type, "in"), ("rhs", rhs_type, "in"), ("row", b.index_type),
                 ("column", b.index_type), ("out", out_type, "out")],
                [out_type], kind="aic") as (lhs, rhs, row, column, out):
        c0, c64, depth = b.index(0), b.index(64), b.index(4096)
        empty = b.create(result=b.tile([128, 256], "f32"))

        @b.loop(c0, depth, c64, carry=[empty])
        def total(k, acc):
            a = b.load(lhs, [row, k], to="mat", result=b.tile([128, 64], "bf16"))
            w = b.load(rhs, [k, column], to="mat", result=b.tile([64, 256], "bf16"))
            return b.matmul_acc(acc, a, w, init=b.compare("eq", k, c0))

        b.ret(b.store(total, out, [row, column]))
    return b


@kernel
def int8_matmul_dequant() -> Builder:
    b = Builder(target="a5")
    lhs_type, rhs_type = b.tensor([48, 512], "i8"), b.tensor([512, 128], "i8")
    rows_type, columns_type = b.tensor([48, 1], "f32"), b.tensor([1, 128], "f32")
    out_type = b.tensor([48, 128], "bf16")
    with b.func("int8_matmul_dequant",
                [("lhs", lhs_type, "in"), ("rhs", rhs_type, "in"),
                 ("row_scale", rows_type, "in"), ("column_scale", columns_type, "in"),
                 ("out", out_type, "out")],
                [out_type]) as (lhs, rhs, row_scale, column_scale, out):
        c0, c128, c512 = b.index(0), b.index(128), b.index(512)
        empty = b.create(result=b.tile([48, 128], "i32"))

        @b.loop(c0, c512, c128, carry=[empty])
        def total(k, acc):
            left = b.load(lhs, [0, k], to="mat", result=b.tile([48, 128], "i8"))
            right = b.load(rhs, [k, 0], to="mat", result=b.tile([128, 128], "i8"))
            return b.matmul_acc(acc, left, right, init=b.compare("eq", k, c0))

        rows = b.load(row_scale, [0, 0], result=b.tile([48, 1], "f32"))
        columns = b.load(column_scale, [0, 0], result=b.tile([1, 128], "f32"))
        real = b.cast(total, result=b.tile([48, 128], "f32"))
        y = b.col_expand_mul(b.row_expand_mul(real, rows), columns)
        narrow = b.cast(y, mode="rint", result=b.tile([48, 128], "bf16"))
        b.ret(b.store(narrow, out, [0, 0]))
    return b


@kernel
def rope() -> Builder:
    b = Builder(target="a2a3")
    matrix, angles = b.tensor([2048, 128], "bf16"), b.tensor([2048, 64], "f32")
    row, half, narrow = (b.tile([32, 128], "f32"), b.tile([32, 64], "f32"),
                         b.tile([32, 128], "bf16"))
    with b.func("rope", [("x", matrix, "in"), ("cos", angles, "in"), ("sin", angles, "in"),
                         ("first", b.index_type), ("out", matrix, "out")],
                [matrix], kind="aiv") as (x, cos, sin, first, out):
        t = b.cast(b.load(x, [first, 0], result=narrow), result=row)
        c = b.load(cos, [first, 0], result=half)
        s = b.load(sin, [first, 0], result=half)
        low = b.slice(t, [0, 0], result=half)
        high = b.slice(t, [0, 64], result=half)
        low_cos, high_sin = low * c, high * s
        high_cos, low_sin = high * c, low * s
        left, right = low_cos - high_sin, high_cos + low_sin
        whole = b.concat(left, right, result=row)
        b.ret(b.store(b.cast(whole, mode="rint", result=narrow), out, [first, 0]))
    return b


@kernel
def topk() -> Builder:
    b = Builder(target="a2a3")
    scores_type = b.tensor([64, 1024], "f32")
    values_type, indices_type = b.tensor([64, 32], "f32"), b.tensor([64, 32], "i32")
    run, pairs, best = (b.tile([1, 1024], "f32"), b.tile([1, 2048], "f32"),
                        b.tile([1, 64], "f32"))
    with b.func("topk", [("scores", scores_type, "in"), ("row", b.index_type),
                         ("values", values_type, "out"), ("indices", indices_type, "out")],
                [values_type, indices_type], kind="aiv") as (scores, row, values, indices):
        zero, c64, c256 = (b.constant(n, "i32") for n in (0, 64, 256))
        x = b.load(scores, [row, 0], result=run)
        position = b.ci(zero, result=b.tile([1, 1024], "i32"))
        run32 = b.sort32(x, position, result=pairs)
        run512 = b.mrgsort_format1(b.mrgsort_format1(run32, c64, result=pairs), c256,
                                   result=pairs)
        front = b.slice(run512, [0, 0], result=run)
        back = b.slice(run512, [0, 1024], result=run)
        merged = b.mrgsort_format2([front, back], b.create(result=pairs), result=pairs)
        top = b.slice(merged, [0, 0], result=best)
        bits = b.reinterpret_view(top, result=b.tile([1, 64], "i32"))
        v = b.gather_mask(top, mask_pattern=1, result=b.tile([1, 32], "f32"))
        i = b.gather_mask(bits, mask_pattern=2, result=b.tile([1, 32], "i32"))
        b.ret(b.store(v, values, [row, 0]), b.store(i, indices, [row, 0]))
    return b


@kernel
def ping_pong() -> Builder:
    b = Builder(target="a2a3")
    matrix, tile = b.tensor([4096, 128], "f32"), b.tile([64, 128], "f32")
    with b.func("ping_pong", [("x", matrix, "in"), ("out", matrix, "out")], [matrix],
                kind="aiv") as (x, out):
        c0, c64, c128, last = (b.index(n) for n in (0, 64, 128, 3968))
        first = b.load(x, [0, 0], result=tile)
        with b.for_(c0, last, c128, carry=[first, out]) as loop:
            i, (ping, dest) = loop.index, loop.carried
            second = i + c64
            pong = b.load(x, [second, 0], result=tile)
            dest = b.store(b.exp(ping), dest, [i, 0])
            third = i + c128
            after = b.load(x, [third, 0], result=tile)
            loop.yield_(after, b.store(b.exp(pong), dest, [second, 0]))
        ping, dest = loop.results
        b.ret(b.store(b.exp(ping), dest, [last, 0]))
    return b


@kernel
def ping_pong_pinned() -> Builder:
    b = Builder(target="a2a3")
    matrix, tile = b.tensor([4096, 128], "f32"), b.tile([64, 128], "f32")
    with b.func("ping_pong_pinned", [("x", matrix, "in"), ("out", matrix, "out")],
                kind="aiv") as (x, out):
        c0, c1, c2, c64 = (b.index(n) for n in (0, 1, 2, 64))
        pair = b.alloc(space="vec", addr=65536, size=65536, id=2, pinned=True, slots=2)
        with b.for_(c0, c64, c1) as loop:
            slot = b.slot(pair, [loop.index % c2], result=pair.type)
            row = loop.index * c64
            t = b.load(x, [row, 0], into=slot, result=tile)
            b.store(b.exp(t) * t, out, [row, 0])
    return b


@kernel
def all_reduce() -> Builder:
    b = Builder(target="a2a3")
    window = b.tensor([256, 512], "f32", '#pto.tensor_view<distributed, window = "parts">')
    matrix, tile = b.tensor([256, 512], "f32"), b.tile([16, 512], "f32")
    with b.func("all_reduce", [("parts", window, "in"), ("ranks", b.index_type),
                               ("row", b.index_type), ("out", matrix, "out")],
                [matrix], kind="aiv") as (parts, ranks, row, out):
        c0, c1 = b.index(0), b.index(1)
        first = b.pld.remote_load(parts, [row, 0], c0, result=tile)

        @b.loop(c1, ranks, c1, carry=[first])
        def total(rank, so_far):
            return so_far + b.pld.remote_load(parts, [row, 0], rank, result=tile)

        b.ret(b.store(total, out, [row, 0]))
    return b


@kernel
def flash_attention() -> Builder:
    b = Builder(target="a5")
    q_type, kv_type = b.tensor([4096, 128], "bf16"), b.tensor([2048, 128], "bf16")
    q_tile, kt_tile = b.tile([64, 128], "bf16"), b.tile([128, 64], "bf16")
    score, row, wide = (b.tile([64, 64], "f32"), b.tile([64, 1], "f32"),
                        b.tile([64, 128], "f32"))
    with b.func("flash_attention",
                [("query", q_type, "in"), ("key", kv_type, "in"), ("value", kv_type, "in"),
                 ("out", q_type, "out")], [q_type]) as (query, key, value, out):
        c0, c64, context = b.index(0), b.index(64), b.index(2048)
        zero = b.constant(0.0, "f32")
        lowest = b.constant(float("-inf"), "f32")
        scale = b.constant(0.0883883461, "f32")
        first = b.get_block_idx(result=b.index_type) * c64
        q = b.move(b.load(query, [first, 0], to="mat", result=q_tile), to="left",
                   result=q_tile.with_space("left"))
        m0, l0, o0 = (b.full(v, result=t) for v, t in ((lowest, row), (zero, row), (zero, wide)))
        with b.for_(c0, context, c64, carry=[m0, l0, o0], pipeline=2) as loop:
            n, (m, l, o) = loop.index, loop.carried
            # Scores of this block.
            k = b.load(key, [n, 0], to="mat", result=q_tile)
            s = b.matmul(q, b.transpose_view(k, result=kt_tile)) * scale
            # The new maximum, and by how much older results shrink.
            tmp = b.create(result=score)
            m_next = b.maximum(m, b.row_max(s, tmp))
            alpha = b.exp(m - m_next)
            p = b.row_expand_expdif(s, m_next)
            row_sums = b.row_sum(p, tmp)
            l_next = l * alpha + row_sums
            # Weighted values of this block.
            narrow = b.cast(p, mode="rint", result=b.tile([64, 64], "bf16"))
            p_mat = b.move(narrow, to="mat", result=narrow.type.with_space("mat"))
            v = b.load(value, [n, 0], to="mat", result=q_tile)
            pv = b.matmul(p_mat, v)
            loop.yield_(m_next, l_next, b.row_expand_mul(o, alpha) + pv)
        m, l, o = loop.results
        y = b.cast(b.row_expand_div(o, l), mode="rint", result=q_tile)
        b.ret(b.store(y, out, [first, 0]))
    return b


@kernel
def paged_attention() -> Builder:
    b = Builder(target="a5")
    q_type, kv_type = b.tensor([16, 128], "bf16"), b.tensor([65536, 128], "bf16")
    pages_type, slots_type = b.tensor([4], "i32"), b.tensor([64], "i32")
    out_type = b.tensor([16, 128], "f32")
    q_tile, kv_tile = b.tile([16, 128], "bf16"), b.tile([64, 128], "bf16")
    with b.func("paged_attention",
                [("query", q_type, "in"), ("keys", kv_type, "in"), ("values", kv_type, "in"),
                 ("pages", pages_type, "in"), ("slots", slots_type, "in"),
                 ("out", out_type, "out")],
                [out_type]) as (query, keys, values, pages, slots, out):
        c0, c1, c4, c16 = (b.index(n) for n in (0, 1, 4, 16))
        scale = b.constant(0.0883883461, "f32")
        empty = b.create(to="mat", result=kv_tile)

        @b.loop(c0, c4, c1, carry=[empty])
        def k(p, part):
            page = b.op("pto.tensor.read", pages, [p], result=b.type("i32"))
            start = b.arith.index_cast(page, result=b.index_type) * c16
            to = p * c16
            return b.gather_row(part, keys, [to, 0], [start, 0], sizes=[16, 128])

        v = b.mgather(values, slots, to="mat", result=kv_tile)
        q = b.load(query, [0, 0], to="mat", result=q_tile)
        s = b.matmul(q, b.transpose_view(k, result=b.tile([128, 64], "bf16"))) * scale
        tmp = b.create(result=b.tile([16, 64], "f32"))
        e = b.row_expand_expdif(s, b.row_max(s, tmp))
        n = b.row_expand_div(e, b.row_sum(e, tmp))
        h = b.cast(n, mode="rint", result=b.tile([16, 64], "bf16"))
        h_mat = b.move(h, to="mat", result=h.type.with_space("mat"))
        b.ret(b.store(b.matmul(h_mat, v), out, [0, 0]))
    return b
