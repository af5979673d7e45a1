import { guardsIn } from './journal.ts';
import type { Mutation } from './mutation.ts';

/** What keeps a verdict from being wrong: what is read, when, and how it is weighed. */
export const verdictGuards: readonly Mutation[] = [
  ...guardsIn('finding-out/lists', 'reading', [
    ['if (answer.value.length < size || enough(answer.value)) break;', 'break;'],
    ['page < mostPages', 'page < Infinity'],
    [
      'return page.every(({ created_at }, at) => created_at <= (page[at - 1]?.created_at ?? Infinity));',
      'return true;',
    ],
    [
      'return page.every(({ created_at }, at) => created_at <= (page[at - 1]?.created_at ?? Infinity));',
      'return false;',
    ],
    [
      'const newest = all.value.toSorted((a, b) => b.created_at - a.created_at)',
      'const newest = all.value',
    ],
    ['{ key: `${text} ${String(nth)}`,', '{ key: text,'],
    [
      'return { key: digest, expiresAt: null, facts: {} };',
      "return { key: key ?? '', expiresAt: null, facts: {} };",
    ],
  ]),
  ...guardsIn('finding-out/look', 'reading', [
    ['        if (Number.isFinite(seconds)) time = seconds;', '        time = seconds;'],
    ['        if (Number.isFinite(seconds)) time = seconds;', ''],
    ['    if (profile && !profile.ok) return profile;\n', ''],
    ['    if (payments && !payments.ok) return payments;\n', ''],
    ['    if (things && !things.ok) return things;\n', ''],
  ]),
  ...guardsIn('finding-out/match-others', 'matching/others', [
    [
      "possible.length === 1 && possible[0]?.like === 'same' && fell",
      "possible[0]?.like === 'same' && fell",
    ],
    [
      "possible.length === 1 && possible[0]?.like === 'same' && fell",
      'possible.length === 1 && fell',
    ],
    [' && fell === amount', ''],
    ['return exact && !late ?', 'return exact ?'],
    ['return fell === 0 ? nothing : unclear();', 'return nothing;'],
    ["  if (Math.abs(Number(facts['amount'])) !== amount) return 'other';\n", ''],
    ["return timely && facts['method'] === method ?", "return facts['method'] === method ?"],
    [" && facts['method'] === method", ''],
    [".filter(({ facts }) => facts['name'] === name)", ''],
    ['const found = newThings(before, now).filter', 'const found = now.things.filter'],
    ['const timely = !late && within', 'const timely = within'],
    ["!late && within(Number(first.facts['created_at']), span)", '!late'],
    ['if (late || now.time', 'if (now.time'],
    ['late || now.time > span.until + soon', 'late'],
  ]),
  ...guardsIn('finding-out/match-others', 'finding-out/lost-answers', [
    [' + earned;', ';'],
    ["  if (digits !== '' && ending !== undefined && ending !== digits) return 'other';\n", ''],
    ['found.length === 1 && timely', 'timely'],
    [
      'old === undefined || current === undefined || old.key === current.key',
      'old === undefined || current === undefined',
    ],
  ]),
  ...guardsIn('finding-out/match-payments', 'finding-out/another-device', [
    ["  if (!typed && type !== null && knownTypes.includes(type)) return 'other';\n", ''],
    ["  if (wanted.days !== null && days !== wanted.days && days !== 0) return 'other';\n", ''],
    [
      "const paidSo = wanted.byPromocode || (paid ? !wanted.byMethod && method === 'balance' : true);",
      'const paidSo = true;',
    ],
    [" || first.like !== 'same'", ''],
    ['const untouched = sure && changed', 'const untouched = changed'],
    ['thing === undefined || fresh.filter', 'fresh.filter'],
    ['Object.entries(target.facts).every(([name, value]) => facts[name] === value)', 'true'],
  ]),
  ...guardsIn('finding-out/match-payments', 'matching/payments', [
    ['!typed && type !== null && knownTypes.includes(type)', '!typed'],
    ["  if (asKey !== wanted.asKey) return 'other';\n", ''],
    ["  if (wanted.byPromocode !== (method === 'promocode')) return 'other';\n", ''],
    ['days !== wanted.days && days !== 0', 'days !== wanted.days'],
    ["!wanted.byMethod && method === 'balance'", "method === 'balance'"],
    ['return typed && priced', 'return priced'],
    ['typed && priced && paidSo', 'typed && paidSo'],
    [' && whole && within(createdAt, span)', ' && within(createdAt, span)'],
    ['return fell && fresh.length === 0 ? unclear() : nothing;', 'return nothing;'],
    ['fell && fresh.length === 0', 'fell'],
    ['if (late || first === undefined', 'if (first === undefined'],
    [' || possible.length > 1', ''],
    [
      'changed.length === 0 && !atOnce.includes(payment.method)',
      '!atOnce.includes(payment.method)',
    ],
    ['changed.length === 0 && !atOnce.includes(payment.method)', 'changed.length === 0'],
    [
      'if (thing === undefined || fresh.filter(bringsLikeThings(wanted)).length > 1)',
      'if (thing === undefined)',
    ],
    ["    .filter((payment) => likeness(payment, wanted, span) !== 'other')\n", ''],
    ['    .filter(({ method }) => !atOnce.includes(method))\n', ''],
    ['key === target.key && (expiresAt ?? -Infinity) > old', 'key === target.key'],
    ['    paid &&\n    asKey', '    asKey'],
    ['    asKey === wanted.asKey &&\n', ''],
    ['(type === null || wanted.types.includes(type) || !knownTypes.includes(type))', 'true'],
    ['return all.length === 1 ? asked[0] : undefined;', 'return asked[0];'],
  ]),
  ...guardsIn('finding-out/match-payments', 'matching/wanted', [
    ['  if (!expiryFits(before, thing, payment.days, now)) return unclear(candidates);\n', ''],
    ['key === target.key && (expiresAt ?? -Infinity) > old', '(expiresAt ?? -Infinity) > old'],
    [
      'return from > old && within(from, { from: before.time - slack, until: now.time + slack });',
      'return true;',
    ],
    ['return from > old && within', 'return within'],
  ]),
  ...guardsIn('finding-out/match-payments', 'restarts', [
    [' && whole && within(createdAt, span)', ' && whole'],
  ]),
  ...guardsIn('finding-out/match-payments', 'links', [
    ['!old.has(key) || (expiresAt', '(expiresAt'],
  ]),
  ...guardsIn('asking/prices', 'reading', [
    ['seen && age >= 0 && age < freshFor ?', 'seen ?'],
    ['age >= 0 && ', ''],
    ['body?.tariff_config_id === undefined || id === body.tariff_config_id', 'true'],
    ['id === body?.paid_option_id', 'true'],
  ]),
  ...guardsIn('finding-out/search', 'finding-out/not-seen', [
    ['if (began >= until) {', 'if (true) {'],
    [
      "  if (verdict.kind === 'nothing' || verdict.kind === 'unclear') lateWatch(entry.id, search);\n",
      '',
    ],
  ]),
  ...guardsIn('finding-out/search', 'finding-out/late', [
    ['if (began >= until) {', 'if (clock.monotonic() >= until) {'],
    [
      "      update(id, { state: 'unclear' });\n      return undefined;",
      "      update(id, { state: 'not-seen' });\n      return undefined;",
    ],
    ['started.overtaken || ', ''],
    [' || !kindOf(started.row, started.asked).lateWatch', ''],
    [
      'if (!entry || clock.now() - entry.createdAt > watchFor) return undefined;',
      'if (!entry) return undefined;',
    ],
    ['{ span: entry.span, late }', '{ span: entry.span, late: false }'],
    ["    entry.state === 'unclear' &&\n", ''],
    ['    text(entry.candidates) === text(candidates) &&\n', ''],
    [' &&\n    text(entry.orphans) === text(orphans)', ''],
  ]),
  ...guardsIn('finding-out/search', 'links', [
    ['!before || clock.now() - entry.createdAt > watchFor', '!before'],
    [
      "if (!isCurrent() || !view.ok || view.value.things[0]?.key !== '1') return false;",
      "if (!view.ok || view.value.things[0]?.key !== '1') return false;",
    ],
    [" || view.value.things[0]?.key !== '1'", ''],
    ['secrets: withoutLinks(entry) });', 'secrets: entry.secrets });'],
    ['entry.payments ?? like.map((payment) => payment.id)', 'like.map((payment) => payment.id)'],
    ['ids.length === 0 || paid.length < ids.length', 'ids.length === 0'],
    ['ids.length === 0 || paid.length < ids.length', 'ids.length === 0 || paid.length === 0'],
    ['ids.length === 0 || paid.length < ids.length', 'paid.length < ids.length'],
    [
      '  if (!isCurrent() || !view.ok) return false;\n  const [first = 0]',
      '  if (!view.ok) return false;\n  const [first = 0]',
    ],
    [
      'ids.length === 1 ? paidThing(before, wanted, view.value, first) : someOfThem',
      'paidThing(before, wanted, view.value, first)',
    ],
    ['stateOf({ ...entry, secrets: withoutLinks(entry) }, verdict)', 'stateOf(entry, verdict)'],
  ]),
  ...guardsIn('finding-out/view', 'buying', [
    ['things.map((thing) => ({ ...thing, facts: {} }))', 'things'],
  ]),
  ...guardsIn('finding-out/view', 'matching/payments', [
    ['!known.has(id) && createdAt >= floor', '!known.has(id)'],
    ['return at >= from && at <= until;', 'return at <= until;'],
  ]),
  ...guardsIn('finding-out/view', 'finding-out/lost-answers', [
    ['!known.has(id) && createdAt >= floor', 'createdAt >= floor'],
    ['return now.things.filter(({ key }) => !known.has(key));', 'return [...now.things];'],
  ]),
  ...guardsIn('finding-out/view', 'restarts', [
    ['return at >= from && at <= until;', 'return at >= from;'],
  ]),
  ...guardsIn('asking/wanted', 'matching/payments', [
    ["row === 'balance.topup' || price.days === days", 'true'],
    ["['location_id', 'protocol', 'server_id']", "['location_id', 'protocol']"],
    ["['location_id', 'protocol', 'server_id']", "['location_id', 'server_id']"],
  ]),
  ...guardsIn('asking/wanted', 'matching/wanted', [
    ['  const days = byPromocode\n    ? null\n    :', '  const days ='],
    ['{ product, ...(days !== null && { days }) }', '{ product }'],
    ["['location_id', 'tariff_config_id', 'hostname']", "['location_id', 'tariff_config_id']"],
    ["['location_id', 'tariff_config_id', 'hostname']", "['tariff_config_id', 'hostname']"],
  ]),
  ...guardsIn('asking/wanted', 'finding-out/another-device', [
    ["      return ['renewal', 'cloud_server'];", "      return ['renewal'];"],
  ]),
  ...guardsIn('asking/wanted', 'finding-out/lost-answers', [
    ["      return ['renewal', 'cloud_server'];", "      return ['cloud_server'];"],
    ['digits: lastDigits(asked)', "digits: ''"],
  ]),
];
