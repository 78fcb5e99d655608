import type { consentEndpoints, ConsentList, EnvNames, ShownConsent } from '#contract/consents.ts';
import type { Consent } from '../consents/consent-store.ts';
import { envConsent } from '../consents/subjects.ts';
import { visibleText } from '../base/visible-text.ts';
import type { HostServices } from './host-services.ts';
import type { Handlers } from '../base/to-routes.ts';

/** The visible texts for a consent in the list, such as a server's id or a folder's path. */
function textsOf({ kind, subject, facts }: Consent): string[] {
  const named = ['server', 'tool', 'path'].flatMap((name) => (typeof facts[name] === 'string' ? [facts[name]] : []));
  return (kind === 'rule' || kind === 'folder' ? named : [subject]).map((text) => visibleText(text).text);
}

export function consentHandlers(parts: HostServices): Handlers<typeof consentEndpoints> {
  const { consents, configuration, events, scripts } = parts;

  const changed = () => {
    events.emit({ type: 'mcp-changed' });
    events.emit({ type: 'config-changed' });
  };

  async function list(): Promise<ConsentList> {
    const { lasts, consents: all } = await consents.all();
    const commands = new Map((await scripts.list()).scripts.map(({ hash, command }) => [hash, command.text]));
    const open = all.flatMap(({ state, ...consent }): ShownConsent[] => {
      if (state === 'held') return [];
      const { id, kind, at, given, subject, facts } = consent;
      const session = typeof facts['session'] === 'string' ? facts['session'] : null;
      const words = kind === 'script' ? [commands.get(subject) ?? subject] : textsOf(consent);
      return [{ id, kind, words, session, at, given, state }];
    });
    return { lasts, open };
  }

  async function env(): Promise<EnvNames> {
    const [valid, { env_allow_list: listed }] = await Promise.all([consents.listValid('env'), configuration.of(null)]);
    const allowed = valid.map(({ subject: name, at }) => ({ name, at }));
    const wanted = [...new Set(listed)].filter((name) => !allowed.some((one) => one.name === name));
    return { allowed, wanted };
  }

  return {
    list,
    async confirm({ body, given }) {
      await consents.confirm(new Set(body.ids), given);
      changed();
      return list();
    },
    async takeBack({ body }) {
      const meant = new Set(body.ids);
      await consents.revoke(({ id }) => meant.has(id));
      changed();
      return list();
    },
    env,
    async allowEnv({ body, given }) {
      await consents.give(envConsent(body.name), given);
      changed();
      return env();
    },
    async removeEnv({ params }) {
      await consents.revoke(({ kind, subject }) => kind === 'env' && subject === params.name);
      changed();
      return env();
    },
  };
}
