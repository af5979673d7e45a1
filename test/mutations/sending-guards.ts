import { guardsIn } from './journal.ts';
import type { Mutation } from './mutation.ts';

/** What keeps a purchase from being sent twice, and what it brought from being lost. */
export const sendingGuards: readonly Mutation[] = [
  ...guardsIn('answers', 'finding-out/lost-answers', [
    ["    case 'server':\n", ''],
    ['answer.status < 200 || answer.status > 299', 'answer.status < 200'],
  ]),
  ...guardsIn('answers', 'answers', [
    ["    case 'bad-response':\n", ''],
    ["    case 'timeout':\n      return false;", '      return false;'],
    ['status !== 408 && ', ''],
    [' && status !== 499', ''],
  ]),
  ...guardsIn('answers', 'keeping', [["    case 'outcome-unknown':\n", '']]),
  ...guardsIn('answers', 'buying', [
    ['          ...(renewed !== undefined && { renewed }),\n', ''],
  ]),
  ...guardsIn('asking/asked', 'buying', [
    ["['card_number', 'phone_number']", "['phone_number']"],
    ["['card_number', 'phone_number']", "['card_number']"],
    ['if (asked.body?.promocode === undefined) return asked;', 'return asked;'],
  ]),
  ...guardsIn('course', 'words', [
    [
      "        } catch (error) {\n          if (!(error instanceof VaultError)) throw error;\n          held = { kind: 'vault', reason: error.reason, endpoint: row };\n          return false;",
      '        } catch (error) {\n          if (!(error instanceof VaultError)) throw error;\n          return true;',
    ],
    ['journal.putForSure(sending, baseline)', 'journal.put(sending, baseline)'],
    ['journal.putForSure(sending, baseline)', 'journal.hold(sending)'],
    ['if (failure && isCertain(failure))', 'if (failure)'],
  ]),
  ...guardsIn('course', 'buying', [
    [
      "        update(id, { answer: { status, body: Buffer.from(body).toString('base64') } });\n",
      '',
    ],
  ]),
  ...guardsIn('course', 'finding-out/late', [
    ['        overtake(sending);\n', ''],
    ['      if (kindOf(other.row, other.asked).lane !== lane) continue;\n', ''],
    ['      watches.stop(other.id);\n', ''],
    [
      "      case 'not-seen':\n      case 'unclear':\n        lateWatch",
      "      case 'unclear':\n        lateWatch",
    ],
    ["      case 'unclear':\n        lateWatch", '        lateWatch'],
    ['from: sentAt - earlyS', 'from: 0'],
  ]),
  ...guardsIn('course', 'links', [
    [
      "const linked = entry.row === 'messenger.connect' && isConnected",
      'const linked = false && isConnected',
    ],
    ["      case 'waiting':\n        waitForLink(id, options);\n        break;\n", ''],
  ]),
  ...guardsIn('course', 'keeping', [
    ['      ...(text !== undefined && { secrets: { answer: text } }),\n', ''],
  ]),
  ...guardsIn('course', 'restarts', [
    [
      'if (result.ok || !isCertain(result.failure)) conclude(id, result);\n        else',
      'if (result.ok || !isCertain(result.failure) || true) conclude(id, result);\n        else',
    ],
    [
      'const result: Result<unknown> = answer\n          ?',
      'const result: Result<unknown> = false\n          ?',
    ],
    [
      "      case 'finding-out':\n        findingOut(id, requestS * 1000, options);\n        break;\n",
      '',
    ],
    ['until: sentAt + requestS + lateS', 'until: Number.MAX_SAFE_INTEGER'],
  ]),
  ...guardsIn('entry', 'words', [
    ["  'preparing',\n", ''],
    ["  'sending',\n", ''],
  ]),
  ...guardsIn('entry', 'buying', [
    [
      "mayBeSentAgain: ReadonlySet<PurchaseState> = new Set(['not-seen', 'unclear'])",
      "mayBeSentAgain: ReadonlySet<PurchaseState> = new Set<PurchaseState>(['not-seen', 'unclear', 'waiting', 'stopped', 'finding-out', 'sending', 'done'])",
    ],
    ['return Object.keys(secrets).length > 0 && !linkStates.has(state);', 'return false;'],
    [' && !linkStates.has(state)', ''],
    [
      "return row === 'referral.withdrawSbp' || row === 'referral.withdrawCard';",
      "return row === 'referral.withdrawSbp';",
    ],
    ['input: shownInput(entry.asked)', 'input: entry.asked'],
  ]),
  ...guardsIn('entry', 'restarts', [
    ["  'finding-out',\n", ''],
    ["  ...underWay,\n  'not-seen',\n", '  ...underWay,\n'],
  ]),
  ...guardsIn('entry', 'finding-out/late', [["  'unclear',\n  'waiting',\n", "  'waiting',\n"]]),
  ...guardsIn('entry', 'links', [["  'unclear',\n  'waiting',\n", "  'unclear',\n"]]),
  ...guardsIn('entry', 'finding-out/not-seen', [
    [
      "return row === 'referral.withdrawSbp' || row === 'referral.withdrawCard';",
      "return row === 'referral.withdrawCard';",
    ],
  ]),
  ...guardsIn('journal', 'restarts', [
    ['if (entries.size <= entriesKept) return;', 'return;'],
    ['!open.has(each.state) && ', ''],
    [' && !isUnsaved(each)', ''],
    ['remove(id, true);', 'remove(id, false);'],
    ['if (spent && ticket !== undefined) {', 'if (false) {'],
    ['      if (!listed) written.delete(entry.id);\n', ''],
  ]),
  ...guardsIn('journal', 'words', [
    ['write(sure, entry, baseline)', 'write(vault, entry, baseline)'],
  ]),
  ...guardsIn('journal', 'buying', [
    ['...(baseline ? [{ purpose, name: `before ${entry.id}`, value: baseline }] : []),', ''],
  ]),
  ...guardsIn('journal', 'links', [['      vault.write([indexNow()]);\n', '']]),
  ...guardsIn('journal', 'keeping', [
    ['      { purpose, name: `before ${id}`, value: undefined },\n', ''],
    ['      { purpose, name: `entry ${id}`, value: undefined },\n', ''],
  ]),
  ...guardsIn('keeping', 'links', [
    ["      if (open.has(entry.state) && !decided) return refuse('id', 'open');\n", ''],
    ["      if (!link.opens) return refuse('link', 'not-https');\n", ''],
    ["        if (host !== link.host) return refuse('host', 'unconfirmed');\n", ''],
    ['        journal.confirmHost(link.host);\n', ''],
    [
      "      watches.stop(id);\n      return changed(id, { state: 'stopped'",
      "      return changed(id, { state: 'stopped'",
    ],
  ]),
  ...guardsIn('keeping', 'keeping', [
    ["      if (isUnsaved(entry)) return refuse('id', 'unsaved');\n", ''],
    [
      "isUnsaved(entry) ? changed(id, { secrets: {} }) : refuse('id', 'nothing-to-save')",
      'changed(id, { secrets: {} })',
    ],
  ]),
  ...guardsIn('keeping', 'words', [
    ['journal.remove(id, true);', 'journal.remove(id, false);'],
    ["      if (entry.state !== 'waiting') return refuse('id', 'state');\n", ''],
  ]),
  ...guardsIn('keeping', 'finding-out/lost-answers', [
    ['if (!entry?.orphans.some((orphan) => orphan.id === key)) return', 'if (!entry) return'],
    [" && removed.failure.kind !== 'not-found'", ''],
    ["      if (!removed.ok && removed.failure.kind !== 'not-found') return removed;\n", ''],
    ['      if (over) watches.stop(id);\n', ''],
  ]),
  ...guardsIn('asking/kinds', 'links', [
    ['`config ${String(path?.config_id)}`', "'config'"],
    ['asKey ? readBoughtKeys : readConfigs', 'readConfigs'],
  ]),
  ...guardsIn('asking/kinds', 'finding-out/late', [
    [
      "return { lane: 'keys', product: 'api keys', look, judge: judgeApiKey, lateWatch: true };",
      "return { lane: 'keys', product: 'api keys', look, judge: judgeApiKey, lateWatch: false };",
    ],
    [
      "return { lane: 'keys', product, look, judge: judgeReplacement, lateWatch: false };",
      "return { lane: 'keys', product, look, judge: judgeReplacement, lateWatch: true };",
    ],
  ]),
  ...guardsIn('links', 'links', [
    ["const plain = url.username === '' && url.password === '';", 'const plain = true;'],
    ["opens: plain && (url.protocol === 'https:' || own)", 'opens: plain'],
    [' && url.origin === URL.parse(service)?.origin', ''],
    ['const own = here && ', 'const own = '],
  ]),
  ...guardsIn('watches', 'watches', [
    [
      'export function createWatches(clock: Clock): Watches {\n  const running = new Map<string, { cancel: () => void; round: Round }>();\n\n  function start(id: string, firstMs: number, round: Round): void {\n    stop(id);',
      'export function createWatches(clock: Clock): Watches {\n  const running = new Map<string, { cancel: () => void; round: Round }>();\n\n  function start(id: string, firstMs: number, round: Round): void {',
    ],
    ['if (isCurrent()) next(afterFault);', ''],
    ['      if (watch) start(id, 0, watch.round);', ''],
    ['    running.get(id)?.cancel();\n', ''],
    ['    running.delete(id);\n  }', '  }'],
  ]),
  ...guardsIn('watches', 'finding-out/not-seen', [['            if (!isCurrent()) return;\n', '']]),
  ...guardsIn('words', 'finding-out/not-seen', [
    ['      if (entry.id === self) return false;\n', ''],
    [' ||\n        (open.has(entry.state) && kind.product === product)', ''],
    [
      '      const same = acting.get(entry.ticket);\n      if (same) return shownResult(await same);\n',
      '',
    ],
    ['      if (!given.ok) return given;\n', ''],
    [
      "      if (JSON.stringify(keptInput(asked)) !== JSON.stringify(entry.asked)) {\n        return refuse('input', 'changed');\n      }\n",
      '',
    ],
    ['obstacle || attempts !== entry.attempts', 'obstacle'],
    ["verdict && verdict.kind !== 'nothing' && !isShown(shown, verdict)", 'false'],
    [
      "verdict && verdict.kind !== 'nothing' && !isShown(shown, verdict)",
      "verdict && verdict.kind !== 'nothing'",
    ],
    [
      'const attempts = journal.get(shown.id)?.attempts ?? shown.attempts;',
      'const { attempts } = shown;',
    ],
  ]),
  ...guardsIn('words', 'words', [
    ['(underWay.has(entry.state) && kind.lane === lane) ||\n', ''],
    ['    if (!view.ok) return view;\n    if (!prices.ok)', '    if (!prices.ok)'],
    ['    if (!prices.ok) return prices;\n', ''],
    [
      '      const same = acting.get(ticket);\n      if (same) return shownResult(await same);\n',
      '',
    ],
    ['      if (known) return shownResult(ok({ entry: known, started: true }));\n', ''],
    ["      if (journal.isSpent(ticket)) return refuse('ticket', 'used');\n", ''],
    ['      if (!asked.ok) return asked;\n      const same', '      const same'],
    [
      '      if (obstacle) {\n        watches.quicken',
      '      if (false) {\n        watches.quicken',
    ],
    ["      if (!mayBeSentAgain.has(entry.state)) return refuse('id', 'state');\n", ''],
    ['    journal.remove(entry.id, false);\n    options.show();', '    options.show();'],
    ['journal.remove(entry.id, false);', 'journal.remove(entry.id, true);'],
  ]),
  ...guardsIn('words', 'buying', [['baseline: asBaseline(view.value)', 'baseline: view.value']]),
  ...guardsIn('words', 'keeping', [
    ["      if (isUnsaved(entry)) return refuse('id', 'unsaved');\n", ''],
  ]),
  ...guardsIn('words', 'finding-out/sending-again', [
    ['obstacle || attempts !== entry.attempts', 'attempts !== entry.attempts'],
    ['    watches.stop(id);\n    hold(', '    hold('],
    ['    if (!view.ok) return back(shown, baseline, view);\n', ''],
    ['journal.put(restored, baseline);', 'journal.put(restored);'],
    ['    options.show();\n    course.goOn(restored);', '    options.show();'],
    ['        overtaken: false,\n      },\n      asked', '      },\n      asked'],
  ]),
];
