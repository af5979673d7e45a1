import { expect, it } from 'vitest';
import { api } from '#contract/api/index.ts';
import type { HttpRequest, HttpResponse } from '#core/kernel/ports.ts';
import type { FaultKind } from '#service/faults.ts';
import { createFixture, untilDecided } from '#test/core/purchases/context/fixture.ts';
import { afterwards, lose } from '#test/core/purchases/context/lost-answers.ts';

type List = 'payments.history' | 'configs.list' | 'profile.get';

/** A service whose answers to one read are changed while `isBroken` says so. */
function brokenFixture(
  list: List,
  isBroken: (isSent: boolean) => boolean,
  change: (data: unknown) => unknown,
) {
  const fixture = createFixture({
    service: {
      endpointOf: (request: Pick<HttpRequest, 'method' | 'url'>) =>
        fixture.service.endpointOf(request),
      async answer(
        request: HttpRequest,
        attempt: string | null,
        faults?: readonly FaultKind[],
      ): Promise<HttpResponse> {
        const answer = await fixture.service.answer(request, attempt, faults);
        const isOfList =
          request.method === 'GET' && new URL(request.url).pathname === api[list].path;
        if (!isOfList || !isBroken(fixture.sent.length > 0)) return answer;
        const envelope = JSON.parse(new TextDecoder().decode(answer.body)) as { data: unknown };
        const body = JSON.stringify({ ...envelope, data: change(envelope.data) });
        return { ...answer, body: new TextEncoder().encode(body) };
      },
    },
  });
  return fixture;
}

const emptied = (data: unknown) => (data as unknown[]).map(() => null);
/** A list with one element more that has an id, and nothing else of it as it may be. */
const withOneUnreadable = (data: unknown) => [
  ...(data as unknown[]),
  { id: 900_000, created_at: 'long ago' },
];
const withUnreadableRule = (data: unknown) => ({
  ...(data as object),
  pricing_rules: [{ type: 'all', percent: 'ten' }],
});

const cases: readonly (readonly [List, (data: unknown) => unknown])[] = [
  ['payments.history', withOneUnreadable],
  ['configs.list', withOneUnreadable],
  ['profile.get', withUnreadableRule],
];

it.each(cases)(
  'an element of %s that could not be read before either does not keep a lost answer open',
  async (list, change) => {
    const fixture = brokenFixture(list, () => true, change);
    await lose(fixture, afterwards);
    await fixture.pass(untilDecided);
    expect(fixture.entry()).toMatchObject({ state: 'done', result: { by: 'match' } });
    expect(fixture.sent).toHaveLength(1);
  },
);

it('a permanently unreadable element leaves a lost answer unclear, and never decides it', async () => {
  const fixture = brokenFixture('payments.history', (isSent) => isSent, emptied);
  await lose(fixture, afterwards);
  await fixture.pass(3_600_000);
  expect(fixture.entry().state).toBe('unclear');
  expect(fixture.sent).toHaveLength(1);
});

it.each(['payments.history', 'configs.list'] as const)(
  'while elements of %s cannot be read, it stays undecided whether something was bought',
  async (list) => {
    let isBroken = true;
    const fixture = brokenFixture(list, (isSent) => isBroken && isSent, emptied);
    expect(await lose(fixture, afterwards)).toMatchObject({ state: 'finding-out' });
    await fixture.pass(300_000);
    expect(fixture.entry().state).toBe('finding-out');
    expect(fixture.sent).toHaveLength(1);

    isBroken = false;
    await fixture.pass(untilDecided);
    expect(fixture.entry()).toMatchObject({ state: 'done', result: { by: 'match' } });
  },
);
