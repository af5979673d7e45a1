import './lib/preload-language.ts';
import './lib/zod-without-eval.ts';
import './styles/main.css';
import { createPinia } from 'pinia';
import { createApp } from 'vue';
import QuickCopy from './quick/QuickCopy.vue';
import { watchKeys } from './lib/keys.ts';
import { startApp } from './lib/start-app.ts';

watchKeys();
const app = createApp(QuickCopy).use(createPinia());
await startApp(app);
app.mount('#app');
