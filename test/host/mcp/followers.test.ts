import { describe, expect, it } from 'vitest';
import { createFollowers, settleFollowing } from '#host/mcp/bridge/followers.ts';
import type { LinkClient } from '#host/mcp/bridge/pending.ts';
import { createSubscription } from '#host/mcp/bridge/subscription.ts';
import { object, type RpcMessage } from '#host/mcp/base/wire.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';

type Follow = 'subscribe' | 'unsubscribe';
const request = (what: Follow, uri: unknown = 'note://1', id = 1): RpcMessage => ({
  jsonrpc: '2.0',
  id,
  method: `resources/${what}`,
  params: { uri },
});

function aClient() {
  const heard: RpcMessage[] = [];
  const client: LinkClient = { elicits: false, deliver: (message) => void heard.push(message) };
  return { client, heard };
}

describe('the resources that clients follow', () => {
  it('count until each client has let go of each of them, or is gone', () => {
    const followers = createFollowers();
    const [one, other] = [{}, {}];
    expect(followers.any).toBe(false);
    followers.note(one, request('subscribe', 'note://1'));
    followers.note(one, request('subscribe', 'note://1'));
    followers.note(one, request('subscribe', 'note://2'));
    followers.note(other, request('subscribe', 'note://1'));
    followers.note(one, request('unsubscribe', 'note://1'));
    followers.note(other, request('unsubscribe', 'note://1'));
    expect(followers.any).toBe(true);
    followers.note(one, request('unsubscribe', 'note://2'));
    expect(followers.any).toBe(false);
    followers.note(other, request('subscribe', 'note://1'));
    followers.drop(one);
    expect(followers.any).toBe(true);
    followers.drop(other);
    expect(followers.any).toBe(false);
  });

  it('are not what was never followed, what has no address, or what another request is about', () => {
    const followers = createFollowers();
    const client = {};
    followers.note(client, request('unsubscribe'));
    followers.note(client, { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'note://1' } });
    followers.note(client, { jsonrpc: '2.0', id: 2, method: 'resources/subscribe' });
    expect(followers.any).toBe(false);
  });
});

describe('following for a server with one subscription for all', () => {
  function listening(resources: object = { subscribe: true }) {
    const sent: RpcMessage[] = [];
    let id = 100;
    const subscription = createSubscription({
      clock: new FakeClock(),
      capabilities: { resources },
      nextId: () => (id += 1),
      send: async (message) => void sent.push(message),
      cancel: () => undefined,
      onNote: () => undefined,
      onMissed: () => undefined,
    });
    const asked = () => sent.map(({ params }) => object(params?.['notifications'])['resourceSubscriptions']);
    return { subscription, asked };
  }

  it('asks the server anew with each change of what is followed by anyone, and answers each client', () => {
    const { subscription, asked } = listening();
    const [one, other] = [aClient(), aClient()];
    for (const [client, message] of [
      [one, request('subscribe', 'note://1', 1)],
      [other, request('subscribe', 'note://1', 7)],
      [one, request('subscribe', 'note://2', 2)],
      [one, request('unsubscribe', 'note://1', 3)],
      [other, request('unsubscribe', 'note://1', 8)],
    ] as const)
      expect(settleFollowing(subscription, client.client, message)).toBe(true);
    expect(asked()).toEqual([['note://1'], ['note://1', 'note://2'], ['note://2']]);
    expect(one.heard).toEqual([1, 2, 3].map((id) => ({ jsonrpc: '2.0', id, result: {} })));
    expect(other.heard).toEqual([7, 8].map((id) => ({ jsonrpc: '2.0', id, result: {} })));
  });

  it('refuses it where the server reports no changes, and without an address', () => {
    const { client, heard } = aClient();
    const none = listening({});
    expect(settleFollowing(none.subscription, client, request('subscribe'))).toBe(true);
    const some = listening();
    expect(settleFollowing(some.subscription, client, request('subscribe', 5))).toBe(true);
    expect(heard.map(({ error }) => error?.code)).toEqual([-32601, -32602]);
    expect([...none.asked(), ...some.asked()]).toEqual([]);
  });

  it('leaves every other request to the server', () => {
    const { client, heard } = aClient();
    const { subscription, asked } = listening();
    expect(settleFollowing(subscription, client, { ...request('subscribe'), method: 'resources/read' })).toBe(false);
    expect([heard, asked()]).toEqual([[], []]);
  });
});
