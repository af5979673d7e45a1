import { expect, it } from 'vitest';
import { api } from '#contract/api/index.ts';
import type { HttpRequest, HttpResponse } from '#core/ports.ts';
import type { FaultKind } from '#service/http/faults.ts';
import { createFixture, untilDecided } from '#test/core/purchases/context/fixture.ts';
import { afterwards, lose } from '#test/core/purchases/context/lost-answers.ts';

/** The same answer, with every element of its list replaced by what no element may be. */
function unreadable(answer: HttpResponse): HttpResponse {
  const envelope = JSON.parse(new TextDecoder().decode(answer.body)) as { data: unknown[] };
  const body = JSON.stringify({ ...envelope, data: envelope.data.map(() => null) });
  return { ...answer, body: new TextEncoder().encode(body) };
}

it.each(['payments.history', 'configs.list'] as const)(
  'while elements of %s cannot be read, it stays undecided whether something was bought',
  async (list) => {
    let isBroken = true;
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
          return isBroken && isOfList && fixture.sent.length > 0 ? unreadable(answer) : answer;
        },
      },
    });
    expect(await lose(fixture, afterwards)).toMatchObject({ state: 'finding-out' });
    await fixture.pass(3_600_000);
    expect(fixture.entry().state).toBe('finding-out');
    expect(fixture.sent).toHaveLength(1);

    isBroken = false;
    await fixture.pass(untilDecided);
    expect(fixture.entry()).toMatchObject({ state: 'done', result: { by: 'match' } });
  },
);
