// A server that takes any body and answers with a small calculation. It says its port by message.
import http from 'node:http';
import type { AddressInfo } from 'node:net';

const answer = JSON.stringify({ status: 'complete', currency: 'EUR', total_payments: '5747.40' });

const server = http.createServer((request, response) => {
  request.resume().once('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
  });
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
