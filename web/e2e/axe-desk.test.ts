import { barriers } from './axe';

barriers('desk');
