import type { StorageErrorCode } from '#storage/storage-error.ts';

interface StartFailureTexts {
  reasons: Record<StorageErrorCode, string>;
}

/** Beside the catalogues of the page: this screen must speak when nothing else could be loaded. */
export const START_FAILURE_TEXTS: Record<'en' | 'ko', StartFailureTexts> = {
  en: {
    reasons: {
      quota: 'The disk is full. Free some space, then try again.',
      blocked: 'Another Baton window holds them open. Close the other windows, then try again.',
      'newer-version': 'They were written by a newer version of Baton. Update Baton to open them.',
      timeout: 'The database does not answer. Try again; if that does not help, restart Baton or the browser.',
      unavailable: 'This window is not allowed to store anything. Leave the private window, or allow site data.',
      closed: 'The database was closed, by a newer Baton window or by clearing site data. Load this window again.',
      missing: 'Something that should be stored is missing.',
      'upgrade-refused':
        'They could not be carried over to this version of Baton without a loss. They are as they were.',
      vanished: 'The browser does not have them any more, although they were here before.',
      unreadable: 'The database could not be read.',
      unknown: 'The database could not be opened.',
    },
  },
  ko: {
    reasons: {
      quota: '디스크가 가득 찼습니다. 공간을 비운 뒤 다시 시도하세요.',
      blocked: '다른 Baton 창이 열고 있습니다. 다른 창을 닫은 뒤 다시 시도하세요.',
      'newer-version': '더 새로운 Baton이 저장한 대화입니다. Baton을 업데이트하면 열 수 있습니다.',
      timeout: '데이터베이스가 응답하지 않습니다. 다시 시도하고, 그래도 안 되면 Baton이나 브라우저를 다시 시작하세요.',
      unavailable: '이 창에서는 저장이 허용되지 않습니다. 시크릿 창이라면 나가거나 사이트 데이터를 허용하세요.',
      closed:
        '데이터베이스가 닫혔습니다. 새 버전의 Baton 창이 열렸거나 사이트 데이터가 지워졌습니다. 창을 다시 여세요.',
      missing: '저장되어 있어야 할 항목이 없습니다.',
      'upgrade-refused': '이 버전의 Baton으로 손실 없이 옮길 수 없어서 옮기기 전 상태로 되돌렸습니다.',
      vanished: '전에는 있던 대화가 이 브라우저에 더 이상 없습니다.',
      unreadable: '데이터베이스를 읽지 못했습니다.',
      unknown: '데이터베이스를 열지 못했습니다.',
    },
  },
};
