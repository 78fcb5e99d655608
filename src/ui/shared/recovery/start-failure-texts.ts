import type { StorageErrorCode } from '#storage/storage-error.ts';

interface StartFailureTexts {
  reasons: Record<StorageErrorCode, string>;
}

/** Separate from the page's catalogs: this screen must work when nothing else could be loaded. */
export const START_FAILURE_TEXTS: Record<'en' | 'ko', StartFailureTexts> = {
  en: {
    reasons: {
      quota: 'The disk is full. Free up some space, then try again.',
      blocked: 'Another Baton window is using your conversations. Close your other Baton windows, then try again.',
      'newer-version': 'A newer version of Baton saved these conversations. Update Baton to open them.',
      timeout: 'The database isn’t responding. Try again. If that doesn’t help, restart Baton or your browser.',
      unavailable:
        'Baton can’t store anything in this window. If it’s a private window, use a regular one. Otherwise, allow site data for Baton in your browser’s settings.',
      closed:
        'The database was closed because another Baton window updated or replaced it, or because site data was cleared. Reload this window to see what’s there now.',
      missing: 'Something that Baton stored is missing.',
      'upgrade-refused':
        'Updating your conversations for this version would have lost something, so Baton undid the update.',
      vanished: 'Your conversations were in this browser before, but they’re gone now.',
      unreadable: 'The database couldn’t be read.',
      unknown: 'The database couldn’t be opened.',
    },
  },
  ko: {
    reasons: {
      quota: '디스크가 가득 찼어요. 공간을 비운 뒤 다시 시도하세요.',
      blocked: '다른 Baton 창에서 쓰고 있어요. 다른 Baton 창을 닫은 뒤 다시 시도하세요.',
      'newer-version': '더 새로운 버전의 Baton에서 저장한 대화예요. Baton을 업데이트하면 열 수 있어요.',
      timeout: '데이터베이스가 응답하지 않아요. 다시 시도해 보고, 그래도 안 되면 Baton이나 브라우저를 다시 시작하세요.',
      unavailable:
        '이 창에서는 Baton이 아무것도 저장할 수 없어요. 시크릿 창이라면 일반 창에서 열고, 아니라면 브라우저 설정에서 Baton의 사이트 데이터를 허용하세요.',
      closed:
        '다른 Baton 창에서 데이터베이스를 업데이트하거나 바꿨거나, 사이트 데이터를 지워서 데이터베이스가 닫혔어요. 이 창을 새로 고치면 지금 있는 대화를 볼 수 있어요.',
      missing: '저장되어 있어야 할 항목이 없어요.',
      'upgrade-refused': '이 버전에 맞게 바꾸면 일부를 잃게 되어 업데이트를 취소했어요.',
      vanished: '이 브라우저에 있던 대화가 사라졌어요.',
      unreadable: '데이터베이스를 읽지 못했어요.',
      unknown: '데이터베이스를 열지 못했어요.',
    },
  },
};
