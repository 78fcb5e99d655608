import { describe, expect, it } from 'vitest';
import { CONVERSATION_CASES } from './support/anthropic-conversations.ts';
import { REQUEST_CASES } from './support/anthropic-requests.ts';
import { assistant, errorOf, request, send, user } from './support/anthropic.ts';
import { instantVendors } from './support/vendors.ts';

const hi = user('Hello');

describe('rules of the Messages API', () => {
  const vendors = instantVendors();
  it.each([...CONVERSATION_CASES, ...REQUEST_CASES])(
    '$rule: $name',
    async ({ good, bad, message, headers = {}, badHeaders = headers }) => {
      const accepted = await send(vendors, good, headers);
      expect(accepted.text.slice(0, 300)).not.toContain('error');
      expect(accepted.status).toBe(200);

      const refused = await send(vendors, bad, badHeaders);
      expect(refused.status).toBe(400);
      expect(refused.json.type).toBe('error');
      expect(errorOf(refused).type).toBe('invalid_request_error');
      expect(errorOf(refused).message).toContain(message);
      expect(refused.json.request_id).toBe(refused.headers.get('request-id'));
      expect(refused.headers.get('request-id')).toMatch(/^req_/);
    },
  );

  it('answers 404 for an unknown model and 413 for a body above 32 MB', async () => {
    const unknown = await send(vendors, request([hi], { model: 'claude-9' }));
    expect(unknown.status).toBe(404);
    expect(errorOf(unknown)).toEqual({ type: 'not_found_error', message: 'model: claude-9' });

    const large = await send(vendors, request([user('x'.repeat(33 * 1024 * 1024))]));
    expect(large.status).toBe(413);
    expect(errorOf(large).type).toBe('request_too_large');
  });

  it('checks the same when tokens are counted', async () => {
    const url = 'https://anthropic.practice.invalid/v1/messages/count_tokens';
    const { max_tokens: _none, ...good } = request([hi]);
    const counted = await send(vendors, good, {}, url);
    expect(counted.json.input_tokens).toBeGreaterThan(0);
    const refused = await send(vendors, { ...good, messages: [assistant('x')] }, {}, url);
    expect(errorOf(refused).message).toBe('messages: first message must use the "user" role');
  });
});
