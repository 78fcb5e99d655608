import type { updates as en } from '#texts/en/updates.ts';
import type { Translation } from '#texts/base/translation.ts';

export const updates = {
  title: '업데이트',
  noFeed: '이 빌드에는 업데이트 주소가 없어서 확인하지 않아요.',
  ownFeed: '주소를 알고 있다면 내 설정 파일에 추가해 주세요. 쓰기 전에 여기서 물어봐요.',
  allow: '업데이트 확인',
  what: 'Baton이 열려 있는 동안 하루에 최대 한 번, 이 주소에서 최신 버전을 확인해요.',
  leaves:
    '버전도, 이름도, 식별자도 보내지 않아요. 다만 웹 페이지를 열 때처럼 서버가 네트워크 주소를 볼 수 있어요. 아무것도 내려받거나 설치하지 않아요.',
  off: '신뢰성 설정에서 ‘업데이트 확인’이 꺼져 있어서 확인하지 않아요.',
  notAsked: '아직 확인하지 않았어요.',
  asked: '마지막 확인: {{time}}.',
  failed: '쓸 수 있는 응답이 없어요. 자세한 내용은 기록을 확인해 주세요.',
  'failed.untrusted': '이 빌드의 키로 서명되지 않은 응답이라 무시했어요.',
  'failed.stale': '기한이 지난 응답이라 무시했어요. 오래된 사본일 수 있어요.',
  'failed.older': '전보다 낮은 버전을 알린 응답이라 무시했어요.',
  current: '최신 버전을 쓰고 있어요.',
  newer: 'Baton {{version}} 버전이 나왔어요.',
  newerBody: '{{date}} 출시. 자동으로 설치되지 않아요.',
  notes: '{{version}}에서 달라진 점',
  open: '페이지 열기',
  later: '나중에',
  skip: '이 버전 건너뛰기',
} satisfies Translation<typeof en>;
