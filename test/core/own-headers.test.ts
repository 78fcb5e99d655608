import { describe, expect, test } from 'vitest';
import { isOwnHeader } from '#core/own-headers.ts';

describe('headers that a user may add to every request', () => {
  test.for([
    'X-Team',
    'OpenAI-Organization',
    'OpenAI-Project',
    'HTTP-Referer',
    'X-Title',
    'anthropic-beta',
    'x-monkey',
  ])('%s may be added', (name) => expect(isOwnHeader(name, 'research 7')).toBe(true));

  test.for(
    (
      'Authorization authorization Proxy-Authorization X-Auth-Token Host Cookie Set-Cookie Content-Length Content-Type ' +
      'Transfer-Encoding Connection Keep-Alive Upgrade Origin Referer Accept-Encoding User-Agent Sec-Fetch-Site ' +
      'X-Api-Key api-key x-goog-api-key Ocp-Apim-Subscription-Key apikey X-Token My_Secret X-Password Anthropic-Version'
    ).split(' '),
  )('%s belongs to Baton or is a secret', (name) => expect(isOwnHeader(name, 'x')).toBe(false));

  test.for(['', 'a b', 'a:b', 'a\nb', 'Ä', 'a'.repeat(101)])('no name: %j', (name) =>
    expect(isOwnHeader(name, 'x')).toBe(false),
  );

  test.for(['', ' ', ' x', 'x ', 'x\r\nHost: evil', 'x\u0000', 'é', 'x'.repeat(2049)])('no value: %j', (value) =>
    expect(isOwnHeader('X-Team', value)).toBe(false),
  );
});
