# A genuine @frostr/bifrost node for the container tests. Built from the root of the repository, on the first stage of Floe's
# own image: the node is among the packages that only development needs.
FROM floe-test/build
COPY tests/support/genuine-node.mjs tests/support/genuine-node-server.mjs ./
USER 1000:1000
EXPOSE 7780
CMD ["node", "genuine-node-server.mjs"]
