/** An order that is given causes no request here: what asks for its confirmation goes away. */
import { sending } from '../play';

sending.sent = (page) => page.locator('.confirm').waitFor({ state: 'detached', timeout: 10_000 }).then(() => true, () => false);
