import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { HookId } from '#core/reliability/hook-table.ts';
import { useServices } from '#ui/data/services.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';

const TONES = { info: 'info', success: 'success', warning: 'warning', error: 'danger' } as const;
/** How long the toast says that a hook is suspended. Failures in that time share the toast. */
const OFF_MS = 10_000;

/** Shows the notices of hooks, one toast each. Suspended hooks that fail together share one toast. */
export function HookNotices() {
  const { notices } = useServices().reliability;
  const t = useT('reliability');
  const language = useLanguage();
  const toast = useToast();
  const off = useRef<{ hooks: Set<HookId>; until: number }>({ hooks: new Set(), until: 0 });
  const waiting = useStore(notices.store, (now) => now.waiting);
  useEffect(() => {
    for (const notice of waiting) {
      notices.shown(notice.id);
      if (notice.kind === 'toast') {
        const { name, variant, duration, ...own } = notice.toast;
        const title = name ? t(`recovery.${name}`) : own.title;
        const description = name ? t(`recovering.${name}`) : own.message;
        toast({ id: `hook ${own.title}`, title, description, tone: TONES[variant], timeout: duration });
        continue;
      }
      if (Date.now() > off.current.until) off.current.hooks.clear();
      off.current.hooks.add(notice.hook);
      off.current.until = Date.now() + OFF_MS;
      const names = [...off.current.hooks].map((hook) => t(`hook.${hook}`));
      const [name = ''] = names;
      const texts =
        names.length === 1
          ? { title: t('notice.off', { name }), description: t('notice.offWhy', { why: notice.why }) }
          : {
              title: t('notice.offMany', { number: names.length }),
              description: t('notice.offWhich', { names: new Intl.ListFormat(language).format(names) }),
            };
      toast({ id: 'hooks off', tone: 'warning', timeout: OFF_MS, ...texts });
    }
  }, [waiting, notices, toast, t, language]);
  return null;
}
