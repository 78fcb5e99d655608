import type { common as en } from '#texts/en/common.ts';
import type { Translation } from '#texts/base/translation.ts';

export const common = {
  cancel: '취소',
  close: '닫기',
  copied: '복사했어요',
  copyFailed: '복사하지 못했어요. 텍스트를 직접 선택해서 복사해 주세요.',
  delete: '삭제',
  range: '{{min}}~{{max}}',
  dismiss: '닫기',
  more: '더 보기',
  retry: '다시 시도',
  save: '저장',
  undo: '실행 취소',
  practice: '연습',
  notifications: '알림',
  'secret.show': '보기',
  'secret.hide': '가리기',
  'link.title': '이 주소를 열까요?',
  'link.body': 'Baton이 아니라 브라우저에서 열려요.',
  'link.blocked': '주소를 열지 않았어요',
  'link.blockedBody': 'Baton은 웹 주소와 메일 주소만 열어요: {{url}}',
  'link.open': '열기',
  'link.copy': '주소 복사',
  'link.host': '연결되는 곳: {{host}}',
  'link.notOpened': '주소를 열지 못했어요',
} satisfies Translation<typeof en>;
