import { describe } from 'vitest';
import { describeCancel } from './conformance/cancel.ts';
import { describeConnections } from './conformance/connections.ts';
import type { MountKind } from './conformance/context.ts';
import { describeCrossing } from './conformance/crossing.ts';
import { describeDictation } from './conformance/dictation.ts';
import { describeFiles } from './conformance/files.ts';
import { describeGuard } from './conformance/guard.ts';
import { describeHeaders } from './conformance/headers.ts';
import { describePlace } from './conformance/place.ts';
import { describeRoutes } from './conformance/routes.ts';
import { describeSecrets } from './conformance/secrets.ts';
import { describeSnapshots } from './conformance/snapshots.ts';
import { describeWire } from './conformance/wire.ts';

/** What every mount must do in the same way. */
export function describeHost(kind: MountKind): void {
  describe(`host through ${kind.name}`, () => {
    describeHeaders(kind);
    describeGuard(kind);
    describeFiles(kind);
    describeRoutes(kind);
    describeWire(kind);
    describeCancel(kind);
    describeConnections(kind);
    describeSecrets(kind);
    describeSnapshots(kind);
    describePlace(kind);
    describeCrossing(kind);
    describeDictation(kind);
  });
}
