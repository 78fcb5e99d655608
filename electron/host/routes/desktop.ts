import type { desktopEndpoints } from '#contract/desktop.ts';
import { reasonText } from '#core/reasons.ts';
import type { Desktop } from '../base/deps.ts';
import { HostError } from '../base/problem.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { HostServices } from './host-services.ts';

export function desktopHandlers({ deps: { desktop } }: HostServices): Handlers<typeof desktopEndpoints> {
  function app(): Desktop {
    if (desktop === null) throw new HostError('not_found');
    return desktop;
  }
  return {
    desktop: async () => ({ desktop: desktop && (await desktop.state()) }),
    changeDesktop: ({ body }) => app().change(body),
    savePdf: async ({ body }) => ({ saved: await app().savePdf(body.name) }),
    giveFile: ({ query, body }) => app().giveFile(query, body),
    async opened({ params }) {
      const file = await app().openedFile(params.id);
      if (!file) throw new HostError('not_found');
      return new Response(file.body, {
        headers: {
          'content-type': 'application/octet-stream',
          'content-length': String(file.bytes),
          'cache-control': 'no-store',
        },
      });
    },
    allowClipboard() {
      app().allowClipboard();
    },
    allowMicrophone: () => app().allowMicrophone(),
    async captureScreen() {
      const picture = await app().captureScreen();
      if (picture === 'refused') throw new HostError('forbidden', reasonText('screen.refused'));
      if (picture === 'empty') throw new HostError('internal', reasonText('screen.empty'));
      return new Response(Uint8Array.from(picture), { headers: { 'content-type': 'image/png' } });
    },
    reportActivity({ body }) {
      app().report(body);
    },
  };
}
