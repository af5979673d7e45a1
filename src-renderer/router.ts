import { createRouter, createWebHashHistory } from 'vue-router';
import ConnectionsPage from './pages/ConnectionsPage.vue';

/** The sections. Hash history: the window's files are served from `app://`, one page. */
export function createSections() {
  return createRouter({
    history: createWebHashHistory(),
    routes: [
      { path: '/', redirect: '/connections' },
      { path: '/connections/:key?', component: ConnectionsPage },
      { path: '/account', component: () => import('./pages/AccountPage.vue') },
      { path: '/devices', component: () => import('./pages/DevicesPage.vue') },
      { path: '/money/:part?', component: () => import('./pages/MoneyPage.vue') },
      { path: '/inbox', component: () => import('./pages/InboxPage.vue') },
      { path: '/cloud-servers/:id?', component: () => import('./pages/CloudServersPage.vue') },
      { path: '/paid-options/:id?', component: () => import('./pages/PaidOptionsPage.vue') },
      { path: '/subscriptions/:id?', component: () => import('./pages/SubscriptionsPage.vue') },
      { path: '/shop/:product?', component: () => import('./pages/ShopPage.vue') },
      { path: '/purchases', component: () => import('./pages/PurchasesPage.vue') },
      { path: '/batches', component: () => import('./pages/BatchesPage.vue') },
      { path: '/tools', component: () => import('./pages/ToolsPage.vue') },
      { path: '/help', component: () => import('./pages/HelpPage.vue') },
      { path: '/settings', component: () => import('./pages/SettingsPage.vue') },
      { path: '/sign-in', component: () => import('./pages/session/SignInPage.vue') },
      { path: '/:rest(.*)', redirect: '/connections' },
    ],
  });
}
