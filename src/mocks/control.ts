// A page with nothing of the app: from it, tests set up the database before a screen is opened.
import { connect } from './connect.ts';
import { createTestingApi } from './testing-api.ts';

window.gatherwellMocked = createTestingApi(connect());
