import { createRouter, createWebHashHistory } from 'vue-router';
import ConnectionsPage from '#renderer/connections/ConnectionsPage.vue';

/** The sections. Hash history: the window's files are served from `app://`, one page. */
export function createSections() {
  return createRouter({
    history: createWebHashHistory(),
    routes: [
      { path: '/', redirect: '/connections' },
      { path: '/connections/:key?', component: ConnectionsPage },
      { path: '/account', component: () => import('#renderer/account/AccountPage.vue') },
      { path: '/devices', component: () => import('#renderer/devices/DevicesPage.vue') },
      { path: '/money/:part?', component: () => import('#renderer/money/MoneyPage.vue') },
      { path: '/referral', component: () => import('#renderer/money/ReferralPage.vue') },
      { path: '/backup', component: () => import('#renderer/backup/BackupPage.vue') },
      { path: '/inbox', component: () => import('#renderer/inbox/InboxPage.vue') },
      {
        path: '/cloud-servers/:id?',
        component: () => import('#renderer/servers/CloudServersPage.vue'),
      },
      {
        path: '/paid-options/:id?',
        component: () => import('#renderer/servers/PaidOptionsPage.vue'),
      },
      {
        path: '/subscriptions/:id?',
        component: () => import('#renderer/subscriptions/SubscriptionsPage.vue'),
      },
      { path: '/shop/:product?', component: () => import('#renderer/purchases/ShopPage.vue') },
      { path: '/batches', component: () => import('#renderer/batches/BatchesPage.vue') },
      { path: '/help', component: () => import('#renderer/help/HelpPage.vue') },
      { path: '/settings', component: () => import('#renderer/settings/SettingsPage.vue') },
      { path: '/sign-in', component: () => import('#renderer/session/SignInPage.vue') },
      { path: '/:rest(.*)', redirect: '/connections' },
    ],
  });
}
