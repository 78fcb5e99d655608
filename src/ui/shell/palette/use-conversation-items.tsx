import { useMemo } from 'react';
import { useConnections } from '#ui/data/use-connections.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { openSession } from '#ui/shared/navigation/open-session.ts';
import type { PaletteItem } from '#ui/shared/palette/palette-groups.ts';
import { sessionVendor } from '#ui/shared/vendors/session-vendor.ts';
import { VENDOR_LOOK } from '#ui/shared/vendors/vendor-look.ts';
import { VendorMark } from '#ui/shared/vendors/vendor-mark.tsx';
import { useFrameSessions } from '#ui/shell/scene/frame-context.ts';

/** Opens each conversation. */
export function useConversationItems(): PaletteItem[] {
  const t = useT('frame');
  const { connections } = useConnections();
  const { ordered } = useFrameSessions();
  return useMemo(
    () =>
      ordered.map((one): PaletteItem => {
        const { vendor, practice } = sessionVendor(one, connections);
        return {
          key: `session ${one.id}`,
          label: one.title || t('session.untitled'),
          icon: <VendorMark vendor={vendor} practice={practice} />,
          ...(vendor && { note: VENDOR_LOOK[vendor].name }),
          focuses: true,
          run: () => openSession(one.id),
        };
      }),
    [ordered, connections, t],
  );
}
