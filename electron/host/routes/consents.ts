import { AllowEnv, ConsentIds, type ConsentList, type EnvNames, type ShownConsent } from '#contract/consents.ts';
import type { WindowInvitation } from '#contract/events.ts';
import type { Consent } from '../consents/consent-store.ts';
import { envConsent } from '../consents/subjects.ts';
import { visibleText } from '../base/visible-text.ts';
import type { HostServices } from './host-services.ts';
import { readJson } from '../base/read-body.ts';
import { type Route, json } from '../base/route.ts';

/** The visible texts for a consent in the list, such as a server's id or a folder's path. */
function wordsOf({ kind, subject, facts }: Consent): string[] {
  const named = ['server', 'tool', 'path'].flatMap((name) => (typeof facts[name] === 'string' ? [facts[name]] : []));
  return (kind === 'rule' || kind === 'folder' ? named : [subject]).map((text) => visibleText(text).text);
}

/**
 * Routes for all consents: which ones wait for confirmation, which variables programs see, and which windows are known.
 */
export function consentRoutes({ consents, configuration, events, scripts, windows }: HostServices): Route[] {
  const changed = () => {
    events.emit({ type: 'mcp-changed' });
    events.emit({ type: 'config-changed' });
  };

  async function list(): Promise<Response> {
    const { lasts, consents: all } = await consents.all();
    const commands = new Map((await scripts.list()).scripts.map(({ hash, command }) => [hash, command.text]));
    const open = all.flatMap(({ state, ...consent }): ShownConsent[] => {
      if (state === 'held') return [];
      const { id, kind, at, given, subject, facts } = consent;
      const session = typeof facts['session'] === 'string' ? facts['session'] : null;
      const words = kind === 'script' ? [commands.get(subject) ?? subject] : wordsOf(consent);
      return [{ id, kind, words, session, at, given, state }];
    });
    return json({ lasts, open } satisfies ConsentList);
  }

  async function env(): Promise<Response> {
    const [held, { env_allow_list: listed }] = await Promise.all([consents.held('env'), configuration.of(null)]);
    const allowed = held.map(({ subject: name, at }) => ({ name, at }));
    const wanted = [...new Set(listed)].filter((name) => !allowed.some((one) => one.name === name));
    return json({ allowed, wanted } satisfies EnvNames);
  }

  return [
    { path: '/api/consents', methods: { GET: list } },
    {
      path: '/api/consents/confirm',
      methods: {
        POST: async ({ request }) => {
          const { ids } = await readJson(request, ConsentIds);
          await consents.confirm(new Set(ids), windows.answering(request));
          changed();
          return list();
        },
      },
    },
    {
      path: '/api/consents/take-back',
      methods: {
        POST: async ({ request }) => {
          const { ids } = await readJson(request, ConsentIds);
          const meant = new Set(ids);
          await consents.takeBack(({ id }) => meant.has(id));
          changed();
          return list();
        },
      },
    },
    {
      path: '/api/consents/env',
      methods: {
        GET: env,
        POST: async ({ request }) => {
          const { name } = await readJson(request, AllowEnv);
          await consents.give(envConsent(name), windows.answering(request));
          changed();
          return env();
        },
      },
    },
    {
      path: '/api/consents/env/:name',
      methods: {
        DELETE: async ({ param }) => {
          const name = param('name');
          await consents.takeBack(({ kind, subject }) => kind === 'env' && subject === name);
          changed();
          return env();
        },
      },
    },
    {
      path: '/api/windows/invitations',
      methods: { POST: ({ request }) => json({ code: windows.invite(request) } satisfies WindowInvitation) },
    },
  ];
}
