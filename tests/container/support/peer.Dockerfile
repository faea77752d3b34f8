# A genuine @frostr/bifrost node for the container tests. Built from the root of the repository, on the first stage
# of Floe's own image, which has the node among the packages for development.
FROM floe-test/build
COPY tests/support/genuine-node.mjs tests/support/genuine-node-server.mjs ./
USER 1000:1000
EXPOSE 7780
CMD ["node", "genuine-node-server.mjs"]
