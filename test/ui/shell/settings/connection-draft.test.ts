import { describe, expect, test } from 'vitest';
import type { Connection } from '#contract/connection.ts';
import { NewConnection } from '#contract/own-connections.ts';
import { CONNECTION } from '#test/fakes/chat-world.ts';
import { VENDORS } from '#core/vendor.ts';
import type { Protocol } from '#core/vendors/base/protocol.ts';
import { SERVICES, type Service } from '#core/vendors/services.ts';
import { VENDOR_TABLE } from '#core/vendors/table.ts';
import {
  chooseKind,
  EMPTY_DRAFT,
  findDraftProblems,
  leavesServer,
  readAzureAddress,
  serviceOf,
  toDraft,
  toNewConnection,
  type ConnectionDraft,
} from '#ui/shell/settings/connection-draft.ts';

/** Names of headers have no case. */
const namesOf = (headers: Readonly<Record<string, string>> = {}) =>
  Object.entries(headers)
    .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
    .toSorted();

const draft = (fields: Partial<ConnectionDraft>): ConnectionDraft => ({ ...EMPTY_DRAFT, name: 'Mine', ...fields });

describe('a new connection', () => {
  const addresses: [string, string, string, string][] = [
    ['https://res.openai.azure.com', 'https://res.openai.azure.com/openai/v1', '', ''],
    ['https://res.openai.azure.com/', 'https://res.openai.azure.com/openai/v1', '', ''],
    ['https://res.openai.azure.com/openai', 'https://res.openai.azure.com/openai/v1', '', ''],
    [
      'https://res.openai.azure.com/openai/v1/responses?api-version=preview',
      'https://res.openai.azure.com/openai/v1',
      '',
      '',
    ],
    [
      'https://res.openai.azure.com/openai/deployments/my%20gpt/chat/completions?api-version=2024-10-21',
      'https://res.openai.azure.com/openai/deployments/my%20gpt',
      '2024-10-21',
      'my gpt',
    ],
    ['https://gate.example/team/openai/v1', 'https://gate.example/team/openai/v1', '', ''],
    ['nonsense', 'nonsense', '', ''],
  ];
  test.for(addresses)('Azure: %s', ([text, url, apiVersion, deployment]) => {
    const protocol = deployment === '' ? 'openai-responses' : 'openai-chat';
    expect(readAzureAddress(text, 'openai-responses')).toEqual({ url, apiVersion, deployment, protocol });
  });

  test.for<[string, Protocol, string]>([
    ['https://res.services.ai.azure.com', 'anthropic', 'https://res.services.ai.azure.com/anthropic'],
    [
      'https://res.services.ai.azure.com/anthropic/v1/messages',
      'openai-responses',
      'https://res.services.ai.azure.com/anthropic',
    ],
    ['https://gate.example/team/anthropic', 'anthropic', 'https://gate.example/team/anthropic'],
  ])('Claude at Azure: %s', ([url, protocol, baseUrl]) => {
    const azure = draft({ kind: 'azure', url, protocol, deployments: 'my-claude', apiVersion: '2024-10-21' });
    expect(findDraftProblems(azure, [])).toEqual({});
    expect(toNewConnection(azure)).toEqual({
      label: 'Mine',
      protocol: 'anthropic',
      baseUrl,
      auth: 'api-key',
      models: ['my-claude'],
    });
  });

  test.for(SERVICES)('$name at $baseUrl needs only a key', (service) => {
    const chosen = { ...EMPTY_DRAFT, ...chooseKind(EMPTY_DRAFT, service) };
    expect(serviceOf(chosen)).toBe(service);
    expect(
      findDraftProblems(
        chosen,
        VENDORS.map((vendor) => VENDOR_TABLE[vendor].label),
      ),
    ).toEqual({});
    const { name: label, protocol, baseUrl } = service;
    expect(NewConnection.parse(toNewConnection(chosen))).toEqual({ label, protocol, baseUrl });
  });

  test('a service in another region is still that service, and one at another address is not', () => {
    const url = (baseUrl: string) => serviceOf(draft({ url: baseUrl }))?.name;
    expect(url('https://bedrock-mantle.eu-north-1.api.aws/anthropic/')).toBe('Amazon Bedrock, Claude');
    expect(url('https://bedrock-mantle..api.aws/anthropic')).toBe('Amazon Bedrock, Claude');
    expect(url('https://bedrock-mantle.evil.example/us-east-1.api.aws/anthropic')).toBeUndefined();
    expect(url('https://api.moonshot.ai/v2')).toBeUndefined();
  });

  test('another kind takes along what the user typed, and nothing that a service filled in', () => {
    const [first, second] = SERVICES as [Service, ...Service[]] & { 1: Service };
    const filled = { ...EMPTY_DRAFT, ...chooseKind(EMPTY_DRAFT, first) };
    expect(chooseKind(filled, second)).toMatchObject({ name: second.name, url: second.baseUrl });
    expect({ ...filled, ...chooseKind(filled, 'own') }).toEqual(EMPTY_DRAFT);
    const typed = { ...EMPTY_DRAFT, name: 'Work', url: 'https://llm.example.com/v1' };
    expect(chooseKind(typed, first).name).toBe('Work');
    expect({ ...typed, ...chooseKind(typed, 'own') }).toEqual(typed);
  });

  test('Azure with the names of its deployments, or with the address of one', () => {
    const azure = draft({ kind: 'azure', url: 'https://res.openai.azure.com', protocol: 'openai-responses' });
    expect(findDraftProblems(azure, [])).toEqual({ deployments: 'empty' });
    expect(toNewConnection({ ...azure, deployments: 'fast, strong  fast' })).toEqual({
      label: 'Mine',
      protocol: 'openai-responses',
      baseUrl: 'https://res.openai.azure.com/openai/v1',
      auth: 'api-key',
      models: ['fast', 'strong'],
    });
    const one = { ...azure, url: 'https://res.openai.azure.com/openai/deployments/fast?api-version=2024-10-21' };
    expect(findDraftProblems(one, [])).toEqual({});
    expect(toNewConnection(one)).toMatchObject({ protocol: 'openai-chat', models: ['fast'], apiVersion: '2024-10-21' });
  });

  test.for(VENDORS.filter((vendor) => VENDOR_TABLE[vendor].auth !== 'none'))('another key of %s', (vendor) => {
    const another = draft({ kind: vendor });
    expect(findDraftProblems(another, ['Other'])).toEqual({});
    const { protocol, baseUrl } = VENDOR_TABLE[vendor];
    expect(NewConnection.parse(toNewConnection(another))).toEqual({ label: 'Mine', vendor, protocol, baseUrl });
  });

  test('organization, project and headers go along where they mean something', () => {
    const fields = { organization: ' org-1 ', project: 'proj_2', headers: '\nX-Team:  research: 7 \n' };
    expect(toNewConnection(draft({ kind: 'openai', ...fields })).headers).toEqual({
      'OpenAI-Organization': 'org-1',
      'OpenAI-Project': 'proj_2',
      'X-Team': 'research: 7',
    });
    expect(toNewConnection(draft({ kind: 'anthropic', ...fields })).headers).toEqual({ 'X-Team': 'research: 7' });
  });

  test('each problem is named', () => {
    expect(findDraftProblems({ ...EMPTY_DRAFT, headers: 'X-Team: a\n\nno colon' }, [])).toEqual({
      name: 'empty',
      url: 'empty',
      headers: 3,
    });
    const url = 'http://llm.example.com/v1';
    expect(findDraftProblems(draft({ url, headers: 'Authorization: Bearer x' }), ['mine'])).toEqual({
      name: 'taken',
      url: 'plainHttp',
      headers: 1,
    });
  });
});

describe('a connection that is edited', () => {
  const custom = (fields: Partial<Connection>): Connection => ({
    ...CONNECTION,
    label: 'Mine',
    vendor: 'openai',
    protocol: 'openai-chat',
    custom: true,
    practice: false,
    ...fields,
  });
  const cases: [string, Partial<Connection>][] = [
    [
      'a server',
      { baseUrl: 'http://10.0.0.7:8000/v1', headers: { 'openai-project': 'p', 'X-Team': 'a: b', 'X-B': '1' } },
    ],
    ['a server of another protocol', { vendor: 'anthropic', protocol: 'anthropic', baseUrl: 'https://gate.example' }],
    [
      'a resource of Azure',
      { baseUrl: 'https://res.openai.azure.com/openai/v1', auth: 'api-key', models: ['fast', 'strong'] },
    ],
    [
      'a deployment of Azure',
      {
        baseUrl: 'https://res.openai.azure.com/openai/deployments/my%20gpt',
        auth: 'api-key',
        models: ['my gpt'],
        apiVersion: '2024-10-21',
      },
    ],
    [
      'Claude at Azure',
      {
        vendor: 'anthropic',
        protocol: 'anthropic',
        baseUrl: 'https://res.services.ai.azure.com/anthropic',
        auth: 'api-key',
        models: ['my-claude'],
      },
    ],
    ['another key of a vendor', { vendor: 'groq', baseUrl: VENDOR_TABLE.groq.baseUrl }],
  ];
  test.for(cases)('%s comes back as it is', ([, fields]) => {
    const connection = custom(fields);
    expect(findDraftProblems(toDraft(connection), [])).toEqual({});
    const { headers, ...again } = toNewConnection(toDraft(connection));
    expect({ ...connection, ...again }).toEqual(connection);
    expect(namesOf(headers)).toEqual(namesOf(connection.headers));
  });

  test('it leaves its server with another name, port or scheme, and not with another path', () => {
    const connection = custom({ baseUrl: 'http://10.0.0.7:8000/v1' });
    const leaves = (url: string) => leavesServer({ ...toDraft(connection), url }, connection);
    expect(['http://10.0.0.7:8000/team/v1/', ' http://10.0.0.7:8000', 'http://', ''].map(leaves)).not.toContain(true);
    expect(['http://10.0.0.8:8000/v1', 'http://10.0.0.7/v1', 'https://10.0.0.7:8000/v1'].map(leaves)).not.toContain(
      false,
    );
  });
});
