import { Globe } from 'lucide-react';
import { memo } from 'react';
import { useServices } from '#ui/data/services.ts';
import { useServerTools } from '#ui/data/use-server-tools.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useAsyncAction } from '#ui/shared/errors/use-async-action.ts';
import { formatRoute } from '#ui/shared/navigation/route.ts';
import { ComposerToggle } from './composer-toggle.tsx';

interface WebControlProps {
  sessionId: string;
  on: boolean;
  connectionId: string | undefined;
}

/** Lets the model search the web and read pages. Shown beside Tools. */
export const WebControl = memo(function WebControl({ sessionId, on, connectionId }: WebControlProps) {
  const t = useT('agent');
  const toast = useToast();
  const { host, agent } = useServices();
  const attempt = useAsyncAction();
  const searchesItself = useServerTools(connectionId).includes('search');
  /** Tells what is missing for it. */
  const check = async () => {
    const { webSearchEndpoints } = await import('#contract/web-search.ts');
    if ((await host.group(webSearchEndpoints).webSearch()).service !== null) return;
    toast({
      id: 'web-search',
      title: t('web.none'),
      description: t('web.noneHint'),
      action: {
        label: t('web.choose'),
        run: () => location.assign(formatRoute({ name: 'settings', page: 'web' })),
      },
    });
  };
  return (
    <ComposerToggle
      icon={<Globe aria-hidden />}
      label={t('web.label')}
      hint={t(searchesItself ? 'web.ownHint' : 'web.hint')}
      pressed={on}
      onPress={async (next) => {
        const stored = await attempt(agent.flows.setWeb(sessionId, next));
        if (stored && next && !searchesItself) void attempt(check());
        return stored;
      }}
    />
  );
});
