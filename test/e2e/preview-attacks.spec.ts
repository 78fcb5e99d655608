import { leakingDocument, leavingDocuments, listenForAttacks, REACHING } from './support/attacks.ts';
import { expect, test } from './support/fixtures.ts';
import { openElectronMount, preview } from './support/preview-frame.ts';

test('a preview reaches nothing and goes nowhere, though its document would without the frame', async ({
  baton,
  page,
  context,
}) => {
  for (const mount of ['HTTP', 'Electron'] as const)
    await test.step(`a preview reaches nothing and goes nowhere (${mount})`, async () => {
      const pages = new Map<string, string>();
      const servers = await listenForAttacks(pages);
      let dispose = async () => undefined as void;
      if (mount === 'HTTP') await page.goto(`${baton.origin}/manifest.webmanifest`);
      else dispose = await openElectronMount(page);
      const api: string[] = [];
      page.on('request', (request) => {
        if (new URL(request.url()).pathname.startsWith('/api')) api.push(request.url());
      });
      try {
        const address = page.url();
        const leaking = leakingDocument(servers);
        expect(await preview(page, leaking, true)).toContain('tried');
        expect(servers.arrived()).toEqual([]);

        for (const [name, html] of Object.entries(leavingDocuments(servers))) {
          await preview(page, html, true);
          expect({ name, arrived: servers.arrived(), address: page.url(), tabs: context.pages().length }).toEqual({
            name,
            arrived: [],
            address,
            tabs: 1,
          });
        }
        await preview(page, '<body><script>location = "/api/ping"</script>', true);
        await preview(page, '<meta http-equiv="refresh" content="0;url=/api/ping">', true);
        expect(api).toEqual([]);

        const reached = (await preview(page, REACHING, true)).map((line): unknown => JSON.parse(line));
        expect(reached).toEqual([{ reached: [], storage: 'null' }]);

        // Without consent only the frame's own script runs, whatever the document holds.
        const printed = await preview(
          page,
          `${leaking}<img src="data:," onerror="console.log('handler')"><a href="javascript:console.log('link')">x</a>`,
          false,
        );
        expect(printed).toEqual([]);
        expect(servers.arrived()).toEqual([]);
        expect(await page.locator('iframe').count()).toBe(1);
      } finally {
        await dispose();
        servers.close();
      }
    });
  await test.step('without the frame the same documents reach every server', async () => {
    const pages = new Map<string, string>();
    const servers = await listenForAttacks(pages);
    try {
      pages.set('/leaking', leakingDocument(servers));
      await page.goto(`${servers.http}/leaking`);
      const wanted = [
        'fetch',
        'xhr',
        'socket',
        'events',
        'beacon',
        'image',
        'font',
        'module',
        'worker',
        'worker-fetch',
      ];
      const markup = ['stylesheet', 'prefetch', 'preload', 'import', 'img', 'script', 'video', 'object', 'embed'];
      const frames = ['frame', 'srcdoc', 'iframe', 'svg-image', 'background', 'speculation', 'udp', 'tcp'];
      for (const name of [...wanted, ...markup, ...frames])
        await expect.poll(servers.arrived, { message: name }).toContain(name);
      for (const [name, html] of Object.entries(leavingDocuments(servers))) {
        servers.forget();
        pages.set(`/leave/${name}`, html);
        await page.goto(`${servers.http}/leave/${name}`, { waitUntil: 'commit' }).catch(() => undefined);
        if (name !== 'popup' && name !== 'link-blank')
          await expect.poll(servers.arrived, { message: name }).toContain(name);
      }
      expect(context.pages().length).toBeGreaterThan(0);
    } finally {
      servers.close();
    }
  });
});
